// Every text of the pages, in one place. English has all; other languages have alerts and their headings, and fall back to English.

import { keep, kept } from "./dom";

export const LANGUAGES = { en: "English", el: "Ελληνικά", ru: "Русский", ro: "Română", nl: "Nederlands" } as const;
export type Language = keyof typeof LANGUAGES;

const EN = {
  title: "Tandem",
  console: "Console",
  boardA: "Board A",
  boardB: "Board B",
  board: "Board",
  white: "White",
  black: "Black",
  team1: "Team 1",
  team2: "Team 2",
  reserve: "Reserve of {seat}",
  reserveEmpty: "nothing",
  clockOf: "Clock of {seat}",
  toMove: "to move",
  picture: "Live picture",
  noPicture: "No camera: this is a session",
  drawn: "Draw what is seen",
  moves: "Moves",
  noMoves: "No move yet",
  alerts: "Alerts",
  noAlerts: "Nothing to look at",
  silentKept: "This profile's arbiter is silent: findings are kept until a player claims.",
  closed: "no longer holds",
  upheld: "accepted",
  dismissed: "rejected",
  accept: "Accept",
  reject: "Reject",
  correct: "Correct",
  certainty: "{percent} % sure",
  article: "Article {name}",
  articleUnknown: "The profile's own article; its text is not in the rulebook.",
  before: "Before",
  after: "When told",
  remedy: "By the profile",
  rulings: "Rulings and claims",
  noRulings: "Nothing was ruled or claimed yet",
  taken: "Entered",
  refusedWord: "refused",
  was: "was {san}",
  withdrawn: "withdrawn",
  unsure: "unsure: {percent} %",
  connected: "connected",
  reconnecting: "connection lost – trying again",
  ended: "ended",
  running: "running",
  notWatched: "Not watched: {what}",
  position: "Position",
  claim: "Claim",
  penalty: "Penalty",
  declare: "Declare",
  note: "Note",
  result: "Result",
  stopClocks: "Clocks",
  names: "Names",
  report: "Report",
  appeal: "File for an appeal",
  games: "Games",
  sound: "Sound",
  soundOff: "Sound off",
  theme: "Theme",
  help: "Keys",
  language: "Language",
  cancel: "Cancel",
  enter: "Enter",
  close: "Close",
  player: "Player",
  what: "What",
  seconds: "Seconds",
  promotesTo: "The pawn becomes",
  queen: "Queen",
  rook: "Rook",
  bishop: "Bishop",
  knight: "Knight",
  pawn: "Pawn",
  king: "King",
  empty: "Empty",
  warning: "Warning",
  time: "Time to the opponent",
  freeze: "No moving for some seconds",
  loss: "The game is lost",
  noteText: "For the record",
  setPosition: "What stands on board {board}",
  placementField: "As FEN has it",
  setHint: "Choose a piece, then click squares.",
  correctTurn: "Correct {number} {san}",
  correctHint: "Click from and to on the board, or type the move as e2e4, e7e8q, N@f3.",
  wasPlayed: "What was played",
  notPlayed: "It was not played",
  clocksTitle: "Clocks",
  stopA: "Stop A",
  stopB: "Stop B",
  runA: "Run A",
  runB: "Run B",
  stopBoth: "Stop both",
  runBoth: "Run both",
  startBoth: "Start both",
  setClocks: "Set anew",
  base: "Minutes each",
  increment: "Seconds a move",
  delay: "Delay in seconds",
  endGame: "How the board's game ends",
  goesOn: "It goes on",
  draw: "Draw",
  whiteWins: "White wins",
  blackWins: "Black wins",
  event: "Event",
  round: "Round",
  whiteA: "White on A",
  blackA: "Black on A",
  whiteB: "White on B",
  blackB: "Black on B",
  teamOne: "Team 1",
  teamTwo: "Team 2",
  day: "The day",
  addMatch: "Add this match",
  clockLost: "Clock of board {board} has lost its connection",
  claims_illegal: "Illegal move",
  claims_flag: "Flag",
  claims_repetition: "Repetition",
  claims_fifty: "Fifty moves",
  claims_hidden: "Hidden pieces",
  claims_touch: "Touched first",
  claims_setup: "Wrong start",
  claims_breach: "Another breach",
  claims_unclear: "Result unclear",
  start: "Start both clocks",
  waitStart: "Ready",
  paused: "Paused by the arbiter",
  flagFell: "Flag",
  flip: "Turn round",
  promotion: "Promotion",
  offline: "Working without connection – nothing is lost",
  seatsTitle: "Declarations",
  seatsHint: "When a pawn reaches its last rank, tap what it becomes.",
  declared: "{seat}: {piece} – entered",
  live: "Live",
  behind: "{time} behind",
  waiting: "Waiting for the match",
  keysTitle: "Keys",
  up: "previous alert",
  down: "next alert",
} as const;

export type Key = keyof typeof EN;

const HEADINGS: Record<Exclude<Language, "en">, Partial<Record<Key, string>>> = {
  el: { alerts: "Ειδοποιήσεις", noAlerts: "Τίποτα προς έλεγχο", accept: "Αποδοχή", reject: "Απόρριψη", correct: "Διόρθωση", article: "Άρθρο {name}", certainty: "{percent} % βέβαιο", before: "Πριν", after: "Κατά την ειδοποίηση", upheld: "έγινε δεκτή", dismissed: "απορρίφθηκε", closed: "δεν ισχύει πλέον", remedy: "Κατά τον κανονισμό", moves: "Κινήσεις" },
  ru: { alerts: "Предупреждения", noAlerts: "Проверять нечего", accept: "Принять", reject: "Отклонить", correct: "Исправить", article: "Статья {name}", certainty: "уверенность {percent} %", before: "До", after: "В момент сообщения", upheld: "принято", dismissed: "отклонено", closed: "больше не действует", remedy: "По регламенту", moves: "Ходы" },
  ro: { alerts: "Alerte", noAlerts: "Nimic de verificat", accept: "Acceptă", reject: "Respinge", correct: "Corectează", article: "Articolul {name}", certainty: "sigur {percent} %", before: "Înainte", after: "La semnalare", upheld: "acceptată", dismissed: "respinsă", closed: "nu mai este valabilă", remedy: "După regulament", moves: "Mutări" },
  nl: { alerts: "Meldingen", noAlerts: "Niets te bekijken", accept: "Toekennen", reject: "Afwijzen", correct: "Verbeteren", article: "Artikel {name}", certainty: "{percent} % zeker", before: "Ervoor", after: "Bij de melding", upheld: "toegekend", dismissed: "afgewezen", closed: "geldt niet meer", remedy: "Volgens het reglement", moves: "Zetten" },
};

/** What an alert of each kind says, in the order English, Greek, Russian, Romanian, Dutch. */
const ALERTS: Record<string, [string, string, string, string, string]> = {
  illegal_move: ["Illegal move", "Παράνομη κίνηση", "Невозможный ход", "Mutare ilegală", "Onreglementaire zet"],
  illegal_drop: ["Illegal drop", "Παράνομη τοποθέτηση", "Невозможная постановка фигуры", "Plasare ilegală", "Onreglementaire plaatsing"],
  unexplained: ["What stands there follows from no move", "Η θέση δεν προκύπτει από καμία κίνηση", "Позиция не следует ни из одного хода", "Poziția nu rezultă din nicio mutare", "De stelling volgt uit geen enkele zet"],
  wrong_start: ["Wrong start position", "Λανθασμένη αρχική θέση", "Неверная начальная расстановка", "Poziție inițială greșită", "Verkeerde beginstelling"],
  wrong_setup: ["Wrong start position", "Λανθασμένη αρχική θέση", "Неверная начальная расстановка", "Poziție inițială greșită", "Verkeerde beginstelling"],
  hidden_reserve: ["Reserve piece hidden", "Κρυμμένο κομμάτι αποθέματος", "Скрыта фигура запаса", "Piesă din rezervă ascunsă", "Reservestuk verborgen"],
  reserve_hidden: ["Reserve out of sight", "Το απόθεμα δεν φαίνεται", "Запас не виден", "Rezerva nu se vede", "Reserve niet zichtbaar"],
  reserve_extra: ["A piece too many in the reserve", "Περίσσιο κομμάτι στο απόθεμα", "Лишняя фигура в запасе", "O piesă în plus în rezervă", "Een stuk te veel in de reserve"],
  pass_late: ["Captured piece not passed on", "Το κομμάτι δεν δόθηκε στον συμπαίκτη", "Взятая фигура не передана", "Piesa capturată nu a fost predată", "Geslagen stuk niet doorgegeven"],
  passed_wrongly: ["Passed to the wrong player", "Δόθηκε σε λάθος παίκτη", "Передана не тому игроку", "Predată jucătorului greșit", "Aan de verkeerde speler gegeven"],
  promotion_not_declared: ["Promotion not declared", "Δεν δηλώθηκε η προαγωγή", "Превращение не объявлено", "Transformarea nu a fost anunțată", "Promotie niet genoemd"],
  promotion_not_replaced: ["Pawn left on its last rank", "Το πιόνι έμεινε στην τελευταία σειρά", "Пешка осталась на последней горизонтали", "Pionul a rămas pe ultima linie", "Pion op de laatste rij gelaten"],
  wrong_body: ["Not the piece that was named", "Δεν είναι το κομμάτι που δηλώθηκε", "Не та фигура, что объявлена", "Nu este piesa anunțată", "Niet het genoemde stuk"],
  press_without_move: ["Clock pressed without a move", "Πάτημα ρολογιού χωρίς κίνηση", "Часы нажаты без хода", "Ceas apăsat fără mutare", "Klok ingedrukt zonder zet"],
  not_pressed: ["Clock not pressed", "Δεν πατήθηκε το ρολόι", "Часы не нажаты", "Ceasul nu a fost apăsat", "Klok niet ingedrukt"],
  reply_before_press: ["Moved before the opponent's press", "Κίνηση πριν το πάτημα του αντιπάλου", "Ход до нажатия соперника", "Mutare înainte de apăsarea adversarului", "Gezet vóór het indrukken van de tegenstander"],
  press_before_opponent: ["Pressed before the opponent", "Πάτημα πριν τον αντίπαλο", "Нажатие раньше соперника", "Apăsat înaintea adversarului", "Eerder ingedrukt dan de tegenstander"],
  flag: ["Flag", "Σημαία", "Флажок", "Steguleț", "Vlag"],
  taken_back: ["Move taken back", "Η κίνηση πάρθηκε πίσω", "Ход взят назад", "Mutare luată înapoi", "Zet teruggenomen"],
  taken_back_after_press: ["Taken back after the press", "Πάρθηκε πίσω μετά το πάτημα", "Взят назад после нажатия", "Luată înapoi după apăsare", "Teruggenomen na het indrukken"],
  drop_taken_back: ["Drop taken back", "Η τοποθέτηση πάρθηκε πίσω", "Постановка взята назад", "Plasare luată înapoi", "Plaatsing teruggenomen"],
  repeated: ["Position repeated", "Επανάληψη θέσης", "Повторение позиции", "Poziție repetată", "Stelling herhaald"],
  fifty_moves: ["Fifty moves", "Πενήντα κινήσεις", "Пятьдесят ходов", "Cincizeci de mutări", "Vijftig zetten"],
  snyatie_order: ["Promotion out of order", "Προαγωγή εκτός σειράς", "Нарушен порядок снятия", "Promovare în ordine greșită", "Promotie niet in volgorde"],
  snyatie_skipped: ["Clock pressed, not stopped, for the promotion", "Το ρολόι πατήθηκε αντί να σταματήσει", "Часы нажаты вместо остановки для снятия", "Ceas apăsat în loc de oprit", "Klok ingedrukt in plaats van stilgezet"],
  snyatie_choice: ["This piece may not be taken", "Αυτό το κομμάτι δεν μπορεί να ληφθεί", "Эту фигуру снимать нельзя", "Această piesă nu poate fi luată", "Dit stuk mag niet genomen worden"],
  start_skew: ["The boards did not start together", "Οι σκακιέρες δεν ξεκίνησαν μαζί", "Доски начали не одновременно", "Tablele nu au început împreună", "De borden begonnen niet tegelijk"],
  clock_wrong: ["Clock shows a wrong time", "Το ρολόι δείχνει λάθος χρόνο", "Часы показывают неверное время", "Ceasul arată un timp greșit", "Klok wijst verkeerde tijd aan"],
  clock_setting: ["Clock set wrongly", "Λανθασμένη ρύθμιση ρολογιού", "Часы поставлены неверно", "Ceas reglat greșit", "Klok verkeerd ingesteld"],
  clock_side: ["Clock on the wrong side", "Το ρολόι στη λάθος πλευρά", "Часы не с той стороны", "Ceas pe partea greșită", "Klok aan de verkeerde kant"],
  board_turned: ["Board or armies turned", "Γυρισμένη σκακιέρα", "Доска развёрнута", "Tablă întoarsă", "Bord gedraaid"],
  impossible_position: ["Impossible position", "Αδύνατη θέση", "Невозможная позиция", "Poziție imposibilă", "Onmogelijke stelling"],
  hand_on_other: ["Hand on the other board", "Χέρι στην άλλη σκακιέρα", "Рука на другой доске", "Mâna pe cealaltă tablă", "Hand op het andere bord"],
  void_move: ["Move after the end", "Κίνηση μετά το τέλος", "Ход после окончания", "Mutare după sfârșit", "Zet na afloop"],
  not_stopped: ["The other board has not stopped", "Η άλλη σκακιέρα δεν σταμάτησε", "Другая доска не остановилась", "Cealaltă tablă nu s-a oprit", "Het andere bord is niet gestopt"],
  ask_arbiter: ["The arbiter decides", "Αποφασίζει ο διαιτητής", "Решает судья", "Arbitrul decide", "De arbiter beslist"],
};

function chosen(): Language {
  const known = kept("language") ?? navigator.language.slice(0, 2);
  return known in LANGUAGES ? (known as Language) : "en";
}

let current: Language = chosen();

export function language(): Language {
  return current;
}

export function speak(chosen: Language): void {
  current = chosen;
  keep("language", chosen);
}

/** A text, with what is in braces replaced. */
export function t(key: Key, values: Record<string, string | number> = {}): string {
  const text: string = (current === "en" ? undefined : HEADINGS[current][key]) ?? EN[key];
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => (name in values ? String(values[name]) : whole));
}

/** What an alert's kind is called. */
export function alertTitle(kind: string): string {
  const at = Object.keys(LANGUAGES).indexOf(current);
  const texts = ALERTS[kind];
  if (texts !== undefined) return texts[at] ?? texts[0];
  const words = kind.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const PIECES: Record<string, Key> = { P: "pawn", N: "knight", B: "bishop", R: "rook", Q: "queen", K: "king" };

/** A piece's name by its letter. */
export function pieceName(letter: string): string {
  const key = PIECES[letter.toUpperCase()];
  return key === undefined ? letter : t(key);
}
