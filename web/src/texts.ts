// Every text of the pages, in English. Each other language has the same texts in a file of its own in texts/, where one that lacks does not
// compile; alerts stand in texts/ too, articles in articles/.

import { keep, kept } from "./dom";
import { ALERTS } from "./texts/alerts";
import { DUTCH } from "./texts/dutch";
import { GREEK } from "./texts/greek";
import { ROMANIAN } from "./texts/romanian";
import { RUSSIAN } from "./texts/russian";

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
  asTold: "As the program told it",
  clip: "Film",
  cameraNumber: "camera {number}",
  reserveTool: "Reserves",
  setReserve: "What {seat} holds",
  reserveHint: "As the ledger has it; put right what is wrong.",
  fewer: "one {piece} fewer",
  more: "one {piece} more",
  team: "Team",
  points: "Points",
  played: "Played",
  toCome: "to come",
  remove: "Remove {what}",
  noScore: "No match has ended yet",
  addPairing: "Add a pairing",
  nextMatch: "Next match",
  noResultYet: "This match has no result yet; it ends here.",
  asTheySit: "As they sit",
  otherColors: "Colours changed",
  otherBoards: "Partners change boards",
  startNext: "Start the next match",
  nextAsked: "The next match begins",
  setupTitle: "Set up the table",
  cameras: "Cameras",
  oneCamera: "One camera for both boards",
  twoCameras: "A camera for each board",
  oneBoard: "One board alone",
  source: "Camera",
  sourceHint: "usb:0, rtsp://…, http://…",
  lookThrough: "Look through",
  lookAgain: "Look again for cameras",
  noCameraYet: "Pick a camera; its picture appears here.",
  waitsForPicture: "Waiting for a picture",
  rate: "{rate} pictures a second, {width}×{height}",
  find: "Find the boards",
  finding: "Looking for the boards",
  turnBoard: "Turn board {board}",
  swapBoards: "Exchange A and B",
  draw4: "Draw the boards by hand",
  dragHint: "Drag the corners and zones; with the keyboard, Tab to one and use the arrow keys.",
  corner: "Corner {square} of board {board}",
  zoneCorner: "Corner {number} of {zone}",
  reserveZone: "reserve of {seat}",
  clockZone: "clock of board {board}",
  whiteSide: "White",
  warnings: "What will hurt",
  noWarnings: "Nothing to complain of",
  notLooked: "Boards have not been found yet",
  rules: "Rules",
  recording: "Recording",
  video_off: "No films",
  video_moments: "Films around moves and alerts",
  video_all: "Everything",
  players: "Players",
  startMatch: "Start the match",
  starting: "Starting",
  configKept: "Kept in {file}",
  boardsFound: "Boards and zones",
  table: "Table",
  actions: "Actions",
} as const;

export type Key = keyof typeof EN;

/** Whether there is a text of that name. */
export function isText(name: string): name is Key {
  return Object.hasOwn(EN, name);
}

const OTHERS: Record<Exclude<Language, "en">, Record<Key, string>> = { el: GREEK, ru: RUSSIAN, ro: ROMANIAN, nl: DUTCH };

/** What the address asks for, else what was chosen in this browser, else the browser's own. */
function chosen(): Language {
  const known = [new URLSearchParams(location.search).get("lang"), kept("language"), navigator.language.slice(0, 2)];
  return known.find((code): code is Language => code !== null && Object.hasOwn(LANGUAGES, code)) ?? "en";
}

let current: Language = chosen();

export function language(): Language {
  return current;
}

/** Chooses a language for this browser; it is spoken when the page is loaded again. */
export function speak(chosen: Language): void {
  current = chosen;
  keep("language", chosen);
}

/** A text, with what is in braces replaced. */
export function t(key: Key, values: Record<string, string | number> = {}): string {
  const text: string = current === "en" ? EN[key] : OTHERS[current][key];
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => (name in values ? String(values[name]) : whole));
}

/** What an alert's kind is called. */
export function alertTitle(kind: string, spoken: Language = current): string {
  const at = Object.keys(LANGUAGES).indexOf(spoken);
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
