// The arbiter's console.

import { chosenAlert, choose, drawAlerts, forgetAlerts, inOrder, noneChosen } from "./alerts";
import { camera } from "./camera";
import { correct, setPosition, setReserve } from "./corrections";
import { nameDialog, nextDialog } from "./day";
import { openDialog } from "./dialog";
import { claim, clockDialog, declare, note, penalise, result } from "./dialogs";
import { byId, h, keep, kept } from "./dom";
import { languageChoice, translate } from "./languages";
import { MoveList } from "./movelist";
import { boards, complain, enterOrSay, page } from "./page";
import { definePieces } from "./pieces";
import { applyTheme, otherTheme } from "./prefs";
import { drawRulings } from "./rulings";
import { ring } from "./sound";
import { TableView } from "./table";
import { t, type Key } from "./texts";
import { momentText } from "./time";
import { ask, follow, type Alert, type Hello } from "./wire";

applyTheme();
translate();
definePieces();

let moves: MoveList | null = null;

const KEYS: [string, Key, () => void][] = [
  ["j", "down", () => step(1)],
  ["k", "up", () => step(-1)],
  ["a", "accept", () => onChosen((alert) => enterOrSay({ ruling: "uphold", alert: alert.id }))],
  ["r", "reject", () => onChosen((alert) => enterOrSay({ ruling: "dismiss", alert: alert.id }))],
  ["c", "correct", () => onChosen((alert) => {
    const turn = alert.turn === null ? undefined : page.match.turns.get(alert.turn);
    if (turn !== undefined) correct(turn);
  })],
  ["l", "claim", claim],
  ["y", "penalty", () => penalise()],
  ["d", "declare", declare],
  ["p", "position", setPosition],
  ["v", "reserveTool", () => setReserve()],
  ["n", "note", note],
  ["e", "result", result],
  ["t", "stopClocks", clockDialog],
  ["x", "nextMatch", () => { if (page.hello.next === true) nextDialog(); }],
  ["m", "sound", () => toggleSound()],
  ["?", "help", () => keysDialog()],
];

function onChosen(act: (alert: Alert) => void): void {
  const alert = chosenAlert();
  if (alert !== undefined) act(alert);
}

function step(by: number): void {
  const all = inOrder();
  const at = noneChosen() ? -1 : all.findIndex((alert) => alert.id === chosenAlert()?.id);
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

/** Under a profile that demands silence there is no sound. */
function sound(): void {
  if (page.hello.silent !== true) ring();
}

function toggleSound(): void {
  keep("sound", kept("sound") === "off" ? "on" : "off");
  drawTools();
  sound();
}

function drawTools(): void {
  const tool = (key: Key, act: () => void, shortcut = ""): HTMLElement => h("button", { type: "button", "data-tool": key, title: shortcut === "" ? t(key) : `${t(key)} (${shortcut})`, click: act }, t(key));
  const link = (key: Key, path: string): HTMLElement => h("a", { href: path, target: "_blank", rel: "noopener", "data-tool": key }, t(key));
  byId("tools").replaceChildren(
    h("div", { class: "group" }, tool("claim", claim, "l"), tool("penalty", () => penalise(), "y"), tool("declare", declare, "d"), tool("position", setPosition, "p"), page.hello.drops === false ? null : tool("reserveTool", () => setReserve(), "v"), tool("stopClocks", clockDialog, "t"), tool("result", result, "e"), tool("note", note, "n")),
    h("div", { class: "group" }, page.hello.next === true ? tool("nextMatch", nextDialog, "x") : null, tool("names", nameDialog), link("report", "/report.html"), link("games", "/games.bpgn")),
    h("div", { class: "group" }, page.hello.silent === true ? null : tool(kept("sound") === "off" ? "soundOff" : "sound", toggleSound, "m"), tool("theme", otherTheme), tool("help", keysDialog, "?"), languageChoice()),
  );
}

function drawHead(): void {
  byId("profile").textContent = page.hello.profile === undefined ? "" : page.hello.profile.title;
  const lacks = page.hello.unwatched ?? [];
  byId("unwatched").textContent = lacks.length === 0 ? "" : t("notWatched", { what: lacks.join(", ") });
  const told = page.match.result;
  byId("outcome").textContent = told === null ? "" : `${told.result}  ${told.text}`;
  const again = byId("again");
  again.hidden = told === null || page.hello.next !== true;
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
    moves?.show(page.match);
    drawAlerts();
    drawRulings();
    drawHead();
  };
  window.requestAnimationFrame(draw);
  // a page in the background is not painted, but its title counts the alerts
  window.setTimeout(draw, 200);
}

async function layOut(): Promise<void> {
  page.hello = await ask<Hello>("/api/hello");
  // nothing is watched yet: the table is set up first
  if (!page.hello.begun && page.hello.setup === true) return location.replace("/setup");
  page.articles = await ask<Record<string, string>>("/api/articles");
  page.table = new TableView(boards(), page.hello.drops !== false, undefined, page.hello.role === "arbiter" ? setReserve : undefined);
  moves = new MoveList(boards(), correct);
  byId("table").replaceChildren(page.table.element);
  byId("moves").replaceChildren(h("h2", {}, t("moves")), moves.element);
  camera(byId("camera"), page.hello, () => page.latest);
  if (page.latest !== null) page.table.show({ table: page.latest, now_ms: 0, ended: false });
  if (page.clocks !== null) page.table.clock(page.clocks);
  page.table.name(page.names);
  drawTools();
  redraw();
}

byId("again").textContent = t("nextMatch");
byId("again").addEventListener("click", nextDialog);
byId("alerts-title").prepend(t("alerts"));
byId("rulings-title").textContent = t("rulings");
drawAlerts();
drawRulings();

let arrived = false;
follow({}, {
  begin() {
    page.match.clear();
    page.latest = null;
    forgetAlerts();
    arrived = false;
    window.setTimeout(() => (arrived = true), 800);
    void layOut().catch(complain);
  },
  line(line) {
    page.match.take(line);
    if (line.event === "alert" && line.state === "opened" && arrived) {
      sound();
      if (noneChosen()) choose(line.id);
    }
    redraw();
  },
  table(told) {
    page.latest = told.table;
    page.table?.show(told);
    byId("now").textContent = told.ended ? `${momentText(told.now_ms)} · ${t("ended")}` : momentText(told.now_ms);
    // cameras and outlines come with the first frames
    if (page.hello.begun && (page.hello.cameras?.length ?? 0) === 0) void refreshCameras();
  },
  time(told) {
    page.table?.time(told);
    byId("now").textContent = told.ended ? `${momentText(told.now_ms)} · ${t("ended")}` : momentText(told.now_ms);
  },
  status: drawStatus,
  names(told) {
    page.names = told;
    page.table?.name(told);
  },
  clock(told) {
    page.clocks = told;
    page.table?.clock(told);
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
  page.hello = await ask<Hello>("/api/hello");
  camera(byId("camera"), page.hello, () => page.latest);
}
