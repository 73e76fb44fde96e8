// The arbiter's console.

import { sentence } from "./articles";
import { camera } from "./camera";
import { board, placement as placementOf, squares } from "./board";
import { choice, field, openDialog } from "./dialog";
import { byId, h, keep, kept } from "./dom";
import { Match, number, type Played } from "./match";
import { MoveList } from "./movelist";
import { definePieces, piece } from "./pieces";
import { applyTheme, otherTheme } from "./prefs";
import { alertTitle, LANGUAGES, language, pieceName, speak, t, type Key, type Language } from "./texts";
import { SEATS, TableView, teamOf } from "./table";
import { momentText } from "./time";
import { ask, follow, send, type Alert, type BoardName, type Clocks, type Hello, type Names, type Ruled, type Seat, type Table } from "./wire";

applyTheme();
definePieces();

let hello: Hello = { program: "", role: "viewer", delay_s: 0, begun: false };
let articles: Record<string, string> = {};
let latest: Table | null = null;
let names: Names = { tags: {}, day: [] };
let clocks: Clocks | null = null;
let chosen: number | null = null;
let table: TableView | null = null;
let moves: MoveList | null = null;
const match = new Match();
const openArticles = new Set<string>();

// ---- saying that something was entered

function toast(text: string, bad = false): void {
  const shown = h("div", { class: `toast${bad ? " bad" : ""}`, role: "status" }, text);
  byId("toasts").append(shown);
  window.setTimeout(() => shown.remove(), bad ? 8000 : 3000);
}

async function enter(what: unknown): Promise<void> {
  await send("/api/enter", what);
  toast(t("taken"));
}

function enterOrSay(what: unknown): void {
  enter(what).catch((error: unknown) => toast(error instanceof Error ? error.message : String(error), true));
}

// ---- sound

let audio: AudioContext | null = null;

/** Two short tones. Under a profile that demands silence there are none. */
function ring(): void {
  if (hello.silent === true || kept("sound") === "off") return;
  audio ??= new AudioContext();
  const begin = audio.currentTime;
  for (const [at, pitch] of [[0, 660], [0.16, 880]] as const) {
    const tone = audio.createOscillator();
    const loud = audio.createGain();
    tone.frequency.value = pitch;
    loud.gain.setValueAtTime(0.0001, begin + at);
    loud.gain.exponentialRampToValueAtTime(0.2, begin + at + 0.02);
    loud.gain.exponentialRampToValueAtTime(0.0001, begin + at + 0.15);
    tone.connect(loud).connect(audio.destination);
    tone.start(begin + at);
    tone.stop(begin + at + 0.16);
  }
}

// ---- alerts

function article(name: string): HTMLElement {
  const text = articles[name] ?? t("articleUnknown");
  const own = sentence(name, language());
  const details = h("details", { class: "article", open: openArticles.has(name) }, h("summary", {}, t("article", { name })), own === undefined ? null : h("p", { lang: language() }, own), h("p", { lang: "en" }, text));
  details.addEventListener("toggle", () => {
    if (details.open) openArticles.add(name);
    else openArticles.delete(name);
  });
  return details;
}

function enlarge(path: string, title: string): void {
  openDialog(title, [h("img", { src: path, alt: title, class: "enlarged" })], null);
}

function alertCard(alert: Alert): HTMLElement {
  const ruled = match.ruling(alert.id);
  const open = alert.id === chosen;
  const closed = alert.state === "closed";
  const state = ruled === "uphold" ? t("upheld") : ruled === "dismiss" ? t("dismissed") : closed ? t("closed") : "";
  const pictures = (alert.pictures ?? []).map((path, index) => {
    const title = t(index === 0 ? "before" : "after");
    return h(
      "figure",
      {},
      h("button", { type: "button", class: "picture", click: () => enlarge(`/${path}`, `${alertTitle(alert.kind)} – ${title}`) }, h("img", { src: `/${path}`, alt: `${title}: ${alert.text}`, loading: "lazy" })),
      h("figcaption", {}, title),
    );
  });
  const remedy = hello.remedies?.[alert.kind];
  const turn = alert.turn === null ? undefined : match.turns.get(alert.turn);
  const body = h(
    "div",
    { class: "alert-body" },
    h("p", { class: "sentence" }, alert.text),
    pictures.length > 0 ? h("div", { class: "pictures" }, ...pictures) : null,
    ...alert.articles.map(article),
    remedy === undefined ? null : h("p", { class: "remedy" }, h("strong", {}, `${t("remedy")}: `), remedy),
    h(
      "div",
      { class: "actions" },
      h("button", { type: "button", class: "accept", "data-do": "accept", click: () => enterOrSay({ ruling: "uphold", alert: alert.id }) }, t("accept")),
      h("button", { type: "button", class: "reject", "data-do": "reject", click: () => enterOrSay({ ruling: "dismiss", alert: alert.id }) }, t("reject")),
      turn === undefined ? null : h("button", { type: "button", class: "quiet", "data-do": "correct", click: () => correct(turn) }, t("correct")),
      h("a", { class: "button", href: `/appeal/${alert.id}`, download: `alert-${alert.id}.html` }, t("appeal")),
      alert.seat === null ? null : h("button", { type: "button", class: "quiet", click: () => penalise(alert.seat ?? undefined) }, t("penalty")),
    ),
  );
  const head = h(
    "button",
    { type: "button", class: "alert-head", "aria-expanded": open ? "true" : "false", click: () => choose(open ? null : alert.id) },
    h("span", { class: "alert-title" }, alertTitle(alert.kind)),
    alert.seat === null ? h("span", { class: "chip" }, alert.board) : h("span", { class: `chip team-${teamOf(alert.seat)}` }, alert.seat),
    state === "" ? null : h("span", { class: `state ${ruled ?? "closed"}` }, state),
    h("span", { class: "meta" }, `${momentText(alert.at_ms)} · ${t("certainty", { percent: Math.round(alert.certainty * 100) })}`),
  );
  const classes = ["alert", open && "open", (closed || ruled !== null) && "settled"].filter(Boolean).join(" ");
  return h("article", { class: classes, "data-alert": alert.id, "data-kind": alert.kind }, head, open ? body : null);
}

function inOrder(): Alert[] {
  return [...match.alerts.values()].sort((a, b) => b.at_ms - a.at_ms || b.id - a.id);
}

function choose(id: number | null): void {
  chosen = id;
  const alert = id === null ? undefined : match.alerts.get(id);
  if (alert === undefined) table?.point("A", []);
  else table?.point(alert.board, alert.squares);
  drawAlerts();
  document.querySelector(`[data-alert="${id ?? ""}"]`)?.scrollIntoView({ block: "nearest" });
}

let shownAlerts = "";

function drawAlerts(): void {
  const list = byId("alerts");
  const ruled = match.rulings.filter((one) => one.alert !== undefined).length;
  const state = JSON.stringify([[...match.alerts.values()], chosen, ruled, hello.silent, hello.remedies, Object.keys(articles).length]);
  // pictures that are there are not loaded again for a move that was played
  if (state === shownAlerts) return;
  shownAlerts = state;
  const focused = document.activeElement?.closest<HTMLElement>("[data-alert]")?.dataset["alert"];
  const all = inOrder();
  const nothing = h("p", { class: "empty" }, t(hello.silent === true ? "silentKept" : "noAlerts"));
  list.replaceChildren(...(all.length === 0 ? [nothing] : all.map(alertCard)));
  if (focused !== undefined) list.querySelector<HTMLElement>(`[data-alert="${focused}"] .alert-head`)?.focus();
  const open = all.filter((alert) => alert.state !== "closed" && match.ruling(alert.id) === null).length;
  byId("alert-count").textContent = open === 0 ? "" : String(open);
  document.title = open === 0 ? "Tandem" : `(${open}) Tandem`;
}

// ---- rulings

function ruledText(ruled: Ruled): string {
  switch (ruled.ruling) {
    case "uphold":
      return `${t("accept")}: ${t("alerts")} ${ruled.alert ?? ""}`;
    case "dismiss":
      return `${t("reject")}: ${t("alerts")} ${ruled.alert ?? ""}`;
    case "turn":
      return ruled.uci === null || ruled.uci === undefined ? `${t("correct")}: ${t("notPlayed")}` : `${t("correct")}: ${ruled.uci}`;
    case "position":
      return `${t("position")} ${ruled.board ?? ""}`;
    case "penalty":
      return `${t("penalty")}: ${ruled.seat ?? ""} ${ruled.penalty ?? ""}`;
    case "claim":
      return `${t("claim")}: ${ruled.seat ?? ""} – ${t(`claims_${ruled.claim ?? "unclear"}` as Key)}`;
    case "clocks":
      return `${t("stopClocks")} ${ruled.board ?? ""}: ${t(ruled.run === true ? "running" : "paused")}`;
    case "result":
      return `${t("result")} ${ruled.board ?? ""}: ${ruled.result ?? ""}`;
    default:
      return `${t("note")}: ${ruled.text ?? ""}`;
  }
}

/** The latest so many are shown; the report has all. */
const RULINGS = 60;

let shownRulings = "";

function drawRulings(): void {
  const state = `${match.rulings.length} ${match.rulings[0]?.at_ms ?? ""}`;
  if (state === shownRulings) return;
  shownRulings = state;
  const rows = match.rulings.slice(-RULINGS).reverse().map((ruled) =>
    h(
      "li",
      { class: ruled.accepted ? "ruled" : "ruled not", "data-ruling": ruled.ruling },
      h("span", { class: "when" }, momentText(ruled.at_ms)),
      h("span", {}, ruledText(ruled), ruled.accepted ? null : h("em", {}, ` – ${t("refusedWord")}`)),
      ruled.answer === "" ? null : h("span", { class: "answer" }, ruled.answer),
      ...ruled.articles.map(article),
    ),
  );
  byId("rulings").replaceChildren(...(rows.length === 0 ? [h("li", { class: "empty" }, t("noRulings"))] : rows));
}

// ---- what the arbiter enters

function seatChoice(chosenSeat?: Seat): { element: HTMLElement; value: () => Seat } {
  const there = SEATS.filter((seat) => (hello.boards ?? ["A", "B"]).includes(seat.charAt(0) as BoardName));
  const seats = there.map((seat): [Seat, string] => [seat, playerOf(seat)]);
  return choice<Seat>(t("player"), seats, chosenSeat ?? there[0] ?? "Aw");
}

function playerOf(seat: Seat): string {
  const tag = { Aw: "WhiteA", Ab: "BlackA", Bw: "WhiteB", Bb: "BlackB" }[seat];
  const name = names.tags[tag];
  return name === undefined ? seat : `${seat} ${name}`;
}

function boardChoice(): { element: HTMLElement; value: () => BoardName } {
  return choice<BoardName>(t("board"), (hello.boards ?? ["A", "B"]).map((name): [BoardName, string] => [name, name]), "A");
}

function claim(): void {
  const seat = seatChoice();
  const kinds = ["illegal", "flag", "repetition", "fifty", "hidden", "touch", "setup", "breach", "unclear"] as const;
  const what = choice<string>(t("what"), kinds.map((kind): [string, string] => [kind, t(`claims_${kind}`)]), "illegal");
  openDialog(t("claim"), [seat.element, what.element], () => enter({ ruling: "claim", seat: seat.value(), claim: what.value(), by: seat.value() }));
}

function penalise(of?: Seat): void {
  const seat = seatChoice(of);
  const seconds = h("input", { type: "number", min: 0, max: 3600, value: 60, name: "seconds" });
  const asked = field(t("seconds"), seconds);
  asked.hidden = true;
  const kinds: [string, string][] = [["warning", t("warning")], ["time", t("time")], ["freeze", t("freeze")], ["loss", t("loss")]];
  const what = choice<string>(t("penalty"), kinds, "warning", (value) => {
    asked.hidden = value !== "time" && value !== "freeze";
  });
  openDialog(t("penalty"), [seat.element, what.element, asked], () => {
    const timed = what.value() === "time" || what.value() === "freeze";
    return enter({ ruling: "penalty", seat: seat.value(), penalty: what.value(), seconds: timed ? Number(seconds.value) : 0 });
  });
}

function declare(): void {
  const seat = seatChoice(clocks?.promotions[0]);
  const kinds = ["Q", "R", "B", "N"].map((letter): [string, string] => [letter, pieceName(letter)]);
  const what = choice<string>(t("promotesTo"), kinds, "Q");
  openDialog(t("declare"), [seat.element, what.element], () => enter({ declare: seat.value(), promotion: what.value() }));
}

function note(): void {
  const text = h("textarea", { rows: 4, maxlength: 2000, required: true, name: "note" });
  openDialog(t("note"), [field(t("noteText"), text)], () => enter({ ruling: "note", text: text.value }));
}

function result(): void {
  const where = boardChoice();
  const kinds: [string, string][] = [["1-0", t("whiteWins")], ["0-1", t("blackWins")], ["1/2-1/2", t("draw")], ["*", t("goesOn")]];
  const what = choice<string>(t("result"), kinds, "1-0");
  openDialog(t("endGame"), [where.element, what.element], () => enter({ ruling: "result", board: where.value(), result: what.value() }));
}

function correct(played: Played): void {
  const { turn } = played;
  const input = h("input", { type: "text", value: turn.uci, name: "uci", autocomplete: "off", autocapitalize: "off", spellcheck: "false", pattern: "([a-h][1-8]){2}[qrbnQRBN]?|[PNBRQ]@[a-h][1-8]", required: true });
  let from: string | null = null;
  const name = turn.board;
  const view = board(t(name === "A" ? "boardA" : "boardB"), name === "B", (square) => {
    if (from === null) {
      from = square;
      input.value = square;
    } else {
      input.value = from + square;
      from = null;
    }
    draw();
  });
  const draw = (): void => view.show(latest?.boards[name]?.placement ?? "8/8/8/8/8/8/8/8", { chosen: input.value.match(/[a-h][1-8]/g) ?? [] });
  input.addEventListener("input", draw);
  draw();
  const dialog = openDialog(
    t("correctTurn", { number: number(turn), san: turn.san }),
    [
      h("p", { class: "hint" }, t("correctHint")),
      h("div", { class: "small-board" }, view.element),
      field(t("wasPlayed"), input),
      h("button", { type: "button", class: "quiet", "data-do": "not-played", click: () => { enterOrSay({ ruling: "turn", turn: turn.id, uci: null }); dialog.close(); } }, t("notPlayed")),
    ],
    () => enter({ ruling: "turn", turn: turn.id, uci: input.value.trim() }),
  );
  input.focus();
  input.select();
}

function setPosition(): void {
  const where = (hello.boards ?? ["A", "B"])[0] ?? "A";
  editPosition(where);
}

function editPosition(name: BoardName): void {
  const there = latest?.boards[name];
  const standing = squares(there?.placement ?? "");
  let brush = "";
  const text = h("input", { type: "text", name: "placement", spellcheck: "false", autocomplete: "off" });
  const view = board(t(name === "A" ? "boardA" : "boardB"), name === "B", (square) => {
    if (brush === "") standing.delete(square);
    else standing.set(square, brush);
    draw();
  });
  const draw = (): void => {
    text.value = placementOf(standing);
    view.show(text.value);
  };
  text.addEventListener("input", () => {
    standing.clear();
    for (const [square, letter] of squares(text.value)) standing.set(square, letter);
    view.show(text.value);
  });
  const brushes = ["", ..."KQRBNPkqrbnp"].map((letter) => {
    const label = letter === "" ? t("empty") : `${t(letter === letter.toUpperCase() ? "white" : "black")} ${pieceName(letter)}`;
    const button = h("button", { type: "button", class: "brush", "aria-label": label, "aria-pressed": letter === "" ? "true" : "false", title: label }, letter === "" ? "×" : piece(letter, label));
    button.addEventListener("click", () => {
      brush = letter;
      for (const other of brushes) other.setAttribute("aria-pressed", other === button ? "true" : "false");
    });
    return button;
  });
  const turn = choice<string>(t("toMove"), [["white", t("white")], ["black", t("black")]], there?.turn ?? "white");
  const both = hello.boards ?? ["A", "B"];
  const which = both.length > 1 ? choice<BoardName>(t("board"), both.map((one): [BoardName, string] => [one, one]), name, (other) => { dialog.close(); editPosition(other); }) : null;
  draw();
  const content = [which?.element, h("p", { class: "hint" }, t("setHint")), h("div", { class: "brushes" }, ...brushes), h("div", { class: "small-board" }, view.element), field(t("placementField"), text), turn.element];
  const dialog = openDialog(t("setPosition", { board: name }), content.filter((node): node is HTMLElement => node !== undefined), () =>
    enter({ ruling: "position", board: name, placement: text.value.trim(), to_move: turn.value() }),
  );
}

function clockDialog(): void {
  const act = (what: unknown) => (): void => void send("/api/clock", what).then(() => toast(t("taken")), (error: unknown) => toast(error instanceof Error ? error.message : String(error), true));
  const rule = (boards: BoardName[], run: boolean) => (): void => boards.forEach((name) => enterOrSay({ ruling: "clocks", board: name, run }));
  const setting = clocks?.setting ?? { base_ms: 300_000, increment_ms: 0, delay_ms: 0 };
  const base = h("input", { type: "number", min: 0.1, max: 600, step: 0.1, value: setting.base_ms / 60_000, name: "base" });
  const increment = h("input", { type: "number", min: 0, max: 600, value: setting.increment_ms / 1000, name: "increment" });
  const delay = h("input", { type: "number", min: 0, max: 600, value: setting.delay_ms / 1000, name: "delay" });
  const button = (text: string, click: () => void): HTMLElement => h("button", { type: "button", click }, text);
  openDialog(
    t("clocksTitle"),
    [
      h("div", { class: "row" }, button(t("stopBoth"), rule(["A", "B"], false)), button(t("runBoth"), rule(["A", "B"], true)), button(t("startBoth"), act({ do: "start" }))),
      h("div", { class: "row" }, button(t("stopA"), rule(["A"], false)), button(t("runA"), rule(["A"], true)), button(t("stopB"), rule(["B"], false)), button(t("runB"), rule(["B"], true))),
      h("div", { class: "row" }, field(t("base"), base), field(t("increment"), increment), field(t("delay"), delay)),
    ],
    async () => {
      await send("/api/clock", { do: "set", base_ms: Math.round(Number(base.value) * 60_000), increment_ms: Math.round(Number(increment.value) * 1000), delay_ms: Math.round(Number(delay.value) * 1000) });
      toast(t("taken"));
    },
    t("setClocks"),
  );
}

function nameDialog(): void {
  const fields: [string, Key][] = [["Event", "event"], ["Round", "round"], ["TeamOne", "teamOne"], ["WhiteA", "whiteA"], ["BlackB", "blackB"], ["TeamTwo", "teamTwo"], ["BlackA", "blackA"], ["WhiteB", "whiteB"]];
  const inputs = fields.map(([tag, key]): [string, HTMLInputElement, HTMLElement] => {
    const input = h("input", { type: "text", maxlength: 80, value: names.tags[tag] ?? "", name: tag });
    return [tag, input, field(t(key), input)];
  });
  const tags = (): Record<string, string> => Object.fromEntries(inputs.map(([tag, input]) => [tag, input.value]));
  const score = names.day.map((pairing) => h("li", {}, `${pairing.one} – ${pairing.two}  ${pairing.result}`));
  const add = h("button", { type: "button", class: "quiet", click: () => {
    const told = tags();
    const team = (name: string | undefined, one: string | undefined, two: string | undefined): string => name || [one, two].filter(Boolean).join(" + ") || "?";
    const pairing = { one: team(told["TeamOne"], told["WhiteA"], told["BlackB"]), two: team(told["TeamTwo"], told["BlackA"], told["WhiteB"]), result: match.result?.result ?? "*" };
    void send("/api/names", { tags: told, day: [...names.day, pairing] }).then(() => { dialog.close(); toast(t("taken")); }, (error: unknown) => toast(String(error), true));
  } }, t("addMatch"));
  const dialog = openDialog(t("names"), [h("div", { class: "grid" }, ...inputs.map(([, , element]) => element)), h("h3", {}, t("day")), h("ul", { class: "day" }, ...score), add], async () => {
    await send("/api/names", { tags: tags(), day: names.day });
    toast(t("taken"));
  });
}

const KEYS: [string, Key, () => void][] = [
  ["j", "down", () => step(1)],
  ["k", "up", () => step(-1)],
  ["a", "accept", () => onChosen((alert) => enterOrSay({ ruling: "uphold", alert: alert.id }))],
  ["r", "reject", () => onChosen((alert) => enterOrSay({ ruling: "dismiss", alert: alert.id }))],
  ["c", "correct", () => onChosen((alert) => {
    const turn = alert.turn === null ? undefined : match.turns.get(alert.turn);
    if (turn !== undefined) correct(turn);
  })],
  ["l", "claim", claim],
  ["y", "penalty", () => penalise()],
  ["d", "declare", declare],
  ["p", "position", setPosition],
  ["n", "note", note],
  ["e", "result", result],
  ["t", "stopClocks", clockDialog],
  ["m", "sound", () => toggleSound()],
  ["?", "help", () => keysDialog()],
];

function onChosen(act: (alert: Alert) => void): void {
  const alert = chosen === null ? inOrder()[0] : match.alerts.get(chosen);
  if (alert !== undefined) act(alert);
}

function step(by: number): void {
  const all = inOrder();
  const at = all.findIndex((alert) => alert.id === chosen);
  const next = all[Math.min(Math.max(at + by, 0), all.length - 1)];
  if (next !== undefined) choose(next.id);
}

function keysDialog(): void {
  openDialog(t("keysTitle"), [h("dl", { class: "keys" }, ...KEYS.flatMap(([key, text]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, t(text))]))], null);
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]") !== null) return;
  const target = event.target as HTMLElement | null;
  if (target !== null && ["INPUT", "TEXTAREA", "SELECT"].includes(target.tagName)) return;
  const known = KEYS.find(([key]) => key === event.key);
  if (known === undefined) return;
  event.preventDefault();
  known[2]();
});

// ---- the page

function toggleSound(): void {
  keep("sound", kept("sound") === "off" ? "on" : "off");
  drawTools();
  ring();
}

function drawTools(): void {
  const tool = (key: Key, act: () => void, shortcut = ""): HTMLElement => h("button", { type: "button", "data-tool": key, title: shortcut === "" ? t(key) : `${t(key)} (${shortcut})`, click: act }, t(key));
  const link = (key: Key, path: string): HTMLElement => h("a", { href: path, target: "_blank", rel: "noopener", "data-tool": key }, t(key));
  const select = h("select", { "aria-label": t("language"), change: () => { speak(select.value as Language); location.reload(); } }, ...Object.entries(LANGUAGES).map(([code, name]) => h("option", { value: code, selected: code === language() }, name)));
  byId("tools").replaceChildren(
    h("div", { class: "group" }, tool("claim", claim, "l"), tool("penalty", () => penalise(), "y"), tool("declare", declare, "d"), tool("position", setPosition, "p"), tool("stopClocks", clockDialog, "t"), tool("result", result, "e"), tool("note", note, "n")),
    h("div", { class: "group" }, tool("names", nameDialog), link("report", "/report.html"), link("games", "/games.bpgn")),
    h("div", { class: "group" }, hello.silent === true ? null : tool(kept("sound") === "off" ? "soundOff" : "sound", toggleSound, "m"), tool("theme", otherTheme), tool("help", keysDialog, "?"), select),
  );
}

function drawHead(): void {
  byId("profile").textContent = hello.profile === undefined ? "" : hello.profile.title;
  const lacks = hello.unwatched ?? [];
  byId("unwatched").textContent = lacks.length === 0 ? "" : t("notWatched", { what: lacks.join(", ") });
  const told = match.result;
  byId("outcome").textContent = told === null ? "" : `${told.result}  ${told.text}`;
}

function drawStatus(status: Record<string, unknown> | null): void {
  const parts = Object.entries(status ?? {}).filter(([, value]) => typeof value === "string" || typeof value === "number");
  byId("status").textContent = parts.map(([name, value]) => `${name.replaceAll("_", " ")} ${String(value)}`).join(" · ");
}

let dirty = false;

/** Draws once for all that was told together. */
function redraw(): void {
  if (dirty) return;
  dirty = true;
  const draw = (): void => {
    if (!dirty) return;
    dirty = false;
    moves?.show(match);
    drawAlerts();
    drawRulings();
    drawHead();
  };
  window.requestAnimationFrame(draw);
  // a page in the background is not painted, but its title counts the alerts
  window.setTimeout(draw, 200);
}

async function layOut(): Promise<void> {
  hello = await ask<Hello>("/api/hello");
  articles = await ask<Record<string, string>>("/api/articles");
  const boards = hello.boards ?? ["A", "B"];
  table = new TableView(boards, hello.drops !== false);
  moves = new MoveList(boards, correct);
  byId("table").replaceChildren(table.element);
  byId("moves").replaceChildren(h("h2", {}, t("moves")), moves.element);
  camera(byId("camera"), hello, () => latest);
  if (latest !== null) table.show({ table: latest, now_ms: 0, ended: false });
  if (clocks !== null) table.clock(clocks);
  table.name(names);
  drawTools();
  redraw();
}

byId("alerts-title").prepend(t("alerts"));
byId("rulings-title").textContent = t("rulings");
drawAlerts();
drawRulings();

let arrived = false;
follow({}, {
  begin() {
    match.clear();
    chosen = null;
    arrived = false;
    window.setTimeout(() => (arrived = true), 800);
    void layOut().catch((error: unknown) => toast(String(error), true));
  },
  line(line) {
    match.take(line);
    if (line.event === "alert" && line.state === "opened" && arrived) {
      ring();
      if (chosen === null) choose(line.id);
    }
    redraw();
  },
  table(told) {
    latest = told.table;
    table?.show(told);
    byId("now").textContent = told.ended ? `${momentText(told.now_ms)} · ${t("ended")}` : momentText(told.now_ms);
    // cameras and outlines come with the first frames
    if (hello.begun && (hello.cameras?.length ?? 0) === 0) void refreshCameras();
  },
  time(told) {
    table?.time(told);
    byId("now").textContent = told.ended ? `${momentText(told.now_ms)} · ${t("ended")}` : momentText(told.now_ms);
  },
  status: drawStatus,
  names(told) {
    names = told;
    table?.name(told);
  },
  clock(told) {
    clocks = told;
    table?.clock(told);
    const lost = (["A", "B"] as const).filter((name) => told.boards[name].lost);
    byId("clock-lost").textContent = lost.map((name) => t("clockLost", { board: name })).join(" · ");
  },
  connected(there) {
    const shown = byId("connection");
    shown.classList.toggle("lost", !there);
    shown.textContent = t(there ? "connected" : "reconnecting");
  },
});

let refreshed = 0;

async function refreshCameras(): Promise<void> {
  if (Date.now() - refreshed < 3000) return;
  refreshed = Date.now();
  hello = await ask<Hello>("/api/hello");
  camera(byId("camera"), hello, () => latest);
}
