// A tablet as the clock of a board: two halves, each pressed by the player who sits there. What counts is kept by the program; the tablet
// shows it, and goes on by itself while its connection is lost. A press is timed when the finger comes down, and told with how long ago that was.

import { h, byId } from "./dom";
import { translate } from "./languages";
import { definePieces, piece } from "./pieces";
import { applyTheme } from "./prefs";
import { pieceName, t } from "./texts";
import { clockText } from "./time";
import { follow, send, type BoardName, type ClockState, type Clocks, type ColorName, type Seat } from "./wire";

applyTheme();
translate();
definePieces();

const board: BoardName = location.pathname.endsWith("B") ? "B" : "A";
const tablet = Math.random().toString(36).slice(2, 10);

interface Waiting {
  color: ColorName;
  at: number;
  id: string;
}

let told: { clocks: Clocks; at: number } | null = null;
/** Presses that the program has not answered yet, oldest first. */
const waiting: Waiting[] = [];
let sending = false;
let connected = false;
let count = 0;
let flipped = false;

/** The clock as it stands now: as it was told, with the presses that are still on their way. */
function now(at: number): ClockState | null {
  if (told === null) return null;
  let state = { ...told.clocks.boards[board] };
  let since = told.at;
  const spend = (until: number): void => {
    if (state.running === null) return;
    const passed = Math.max(0, until - since);
    const counted = Math.max(0, passed - state.delay_left_ms);
    state = { ...state, delay_left_ms: Math.max(0, state.delay_left_ms - passed) };
    if (state.running === "white") state.white_ms = Math.max(0, state.white_ms - counted);
    else if (state.running === "black") state.black_ms = Math.max(0, state.black_ms - counted);
    since = until;
  };
  for (const press of waiting) {
    if (state.running !== press.color) continue;
    spend(press.at);
    const { increment_ms, delay_ms } = told.clocks.setting;
    if (press.color === "white") state.white_ms += increment_ms;
    else state.black_ms += increment_ms;
    state.moves = press.color === "white" ? [state.moves[0] + 1, state.moves[1]] : [state.moves[0], state.moves[1] + 1];
    state.running = press.color === "white" ? "black" : "white";
    state.delay_left_ms = delay_ms;
  }
  spend(at);
  return state;
}

async function tell(): Promise<void> {
  if (sending) return;
  sending = true;
  while (waiting.length > 0) {
    const press = waiting[0];
    if (press === undefined) break;
    try {
      const ago_ms = Math.max(0, Math.round(performance.now() - press.at));
      const response = await send("/api/clock", { do: "press", board, color: press.color, ago_ms, id: press.id });
      const clocks = (await response.json()) as Clocks;
      waiting.shift();
      told = { clocks, at: performance.now() };
      connected = true;
    } catch (error) {
      // no connection: it stays, and is told when there is one again. An answer that refuses it is an answer.
      if (error instanceof TypeError) {
        connected = false;
        await new Promise((go) => window.setTimeout(go, 700));
      } else waiting.shift();
    }
    draw();
  }
  sending = false;
}

function press(color: ColorName, at: number): void {
  const state = now(at);
  if (state === null || state.running !== color || state.flagged !== null) return;
  count += 1;
  waiting.push({ color, at, id: `${tablet}-${count}` });
  navigator.vibrate?.(12);
  draw();
  void tell();
}

function start(): void {
  const at = performance.now();
  void send("/api/clock", { do: "start", ago_ms: 0 }).then(async (response) => {
    told = { clocks: (await response.json()) as Clocks, at };
    draw();
  }, () => undefined);
}

const halves = (["black", "white"] as const).map((color) => {
  const time = h("span", { class: "time", role: "timer" });
  const moves = h("span", { class: "count" });
  const word = h("span", { class: "word" });
  const half = h("button", { type: "button", class: `half ${color}`, "data-color": color, "aria-label": t(color) }, h("span", { class: "whose" }, t(color)), time, word, moves);
  // a finger that comes down counts, not one that goes up
  half.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    press(color, performance.now() - Math.max(0, performance.now() - event.timeStamp));
  });
  const promotions = h("div", { class: "promotions", hidden: true, role: "group", "aria-label": t("promotion") });
  const seat: Seat = `${board}${color === "white" ? "w" : "b"}`;
  for (const letter of ["Q", "R", "B", "N"]) {
    const shown = color === "white" ? letter : letter.toLowerCase();
    promotions.append(h("button", { type: "button", "data-promotion": letter, "aria-label": pieceName(letter), click: () => {
      void send("/api/enter", { declare: seat, promotion: letter }).then(() => {
        promotions.dataset["done"] = "yes";
        draw();
      }, () => undefined);
    } }, piece(shown, pieceName(letter))));
  }
  return { color, seat, half, time, moves, word, promotions, element: h("div", { class: `player ${color}` }, half, promotions) };
});

const middle = h(
  "div",
  { class: "middle" },
  h("span", { class: "board-name" }, `${t("board")} ${board}`),
  h("button", { type: "button", id: "start", class: "main", click: start }, t("start")),
  h("span", { id: "state", role: "status" }),
  h("button", { type: "button", class: "quiet", id: "flip", click: () => { flipped = !flipped; draw(); } }, t("flip")),
);
byId("clock").append(halves[0]?.element ?? "", middle, halves[1]?.element ?? "");

function draw(): void {
  const state = now(performance.now());
  const clocks = told?.clocks;
  byId("clock").classList.toggle("flipped", flipped);
  byId("start").hidden = clocks === undefined || clocks.started;
  const said = byId("state");
  said.textContent = !connected ? t("offline") : state === null ? t("waitStart") : state.paused ? t("paused") : clocks?.started === true ? "" : t("waitStart");
  said.classList.toggle("lost", !connected);
  if (state === null) return;
  for (const { color, seat, half, time, moves, word, promotions } of halves) {
    const left = color === "white" ? state.white_ms : state.black_ms;
    const text = clockText(left);
    if (time.textContent !== text) time.textContent = text;
    half.classList.toggle("runs", state.running === color);
    half.classList.toggle("short", left < 20_000);
    half.classList.toggle("fallen", state.flagged === color || (left === 0 && clocks?.started === true));
    half.setAttribute("aria-pressed", state.running === color ? "false" : "true");
    word.textContent = state.flagged === color ? t("flagFell") : "";
    moves.textContent = String(state.moves[color === "white" ? 0 : 1]);
    const asks = clocks?.promotions.includes(seat) === true;
    if (!asks) delete promotions.dataset["done"];
    promotions.hidden = !asks || promotions.dataset["done"] === "yes";
  }
}

document.addEventListener("keydown", (event) => {
  if (event.repeat) return;
  if (event.key === "ArrowLeft" || event.key === "a") press("white", event.timeStamp);
  if (event.key === "ArrowRight" || event.key === "l") press("black", event.timeStamp);
});

window.setInterval(draw, 50);

follow({ clock: board }, {
  clock(clocks) {
    told = { clocks, at: performance.now() };
    draw();
  },
  connected(there) {
    connected = there;
    if (there) void tell();
    draw();
  },
});

// the screen stays on while the clock is shown, where the browser can do that
async function stayAwake(): Promise<void> {
  try {
    await navigator.wakeLock?.request("screen");
  } catch {
    // a tablet that dims is touched more often
  }
}
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible") void stayAwake();
});
void stayAwake();
