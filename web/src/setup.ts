// Setting a table up: cameras, where the boards lie, who plays, the rules; then the match begins on the console.

import { keepNames, seatFields } from "./day";
import { choice, field } from "./dialog";
import { byId, h } from "./dom";
import { languageChoice, translate } from "./languages";
import { Outlines, turned, type Placed, type Point } from "./outlines";
import { complain, page, toast } from "./page";
import { applyTheme } from "./prefs";
import { t, type Key } from "./texts";
import { ask, send, type BoardName, type Hello, type Names } from "./wire";

interface Camera {
  camera: number;
  source: string;
  boards: BoardName[];
  wanted: [number, number] | null;
  there: boolean;
  rate: number;
  size: [number, number] | null;
  failure: string | null;
  remarks: string[];
  placed: Placed | null;
}

interface State {
  config: string;
  there: boolean;
  devices: { source: string; title: string; sizes: [number, number][]; error?: string | null }[];
  trouble: string | null;
  cameras: Camera[];
  profiles: { name: string; title: string }[];
  profile: string;
  video: string;
}

type Layout = "one" | "two" | "single";

applyTheme();
translate();
let state: State | null = null;
let views: Outlines[] = [];
let shown = "";
let busy = false;
/** How often something was asked to be done: what was told before the last of them is of the past. */
let acts = 0;
let seats = seatFields({});
let layout: Layout = "one";
/** The profile that was picked here; what is told meanwhile does not change it. */
let profile: string | null = null;
let video: string | null = null;

async function act(what: unknown): Promise<void> {
  busy = true;
  const mine = ++acts;
  document.body.classList.add("busy");
  try {
    const response = await send("/api/setup", what);
    const { setup } = (await response.json()) as { setup: State | null };
    if (acts === mine) take(setup);
  } finally {
    busy = false;
    document.body.classList.remove("busy");
  }
}

function actOrSay(what: unknown): void {
  act(what).catch(complain);
}

// ---- cameras

const list = h("datalist", { id: "sources" });
const sources = [0, 1].map((at) => h("input", { type: "text", name: `source-${at}`, list: "sources", autocomplete: "off", spellcheck: "false", placeholder: t("sourceHint"), maxlength: 400 }));
const second = field(`${t("source")}, ${t("boardB")}`, sources[1] ?? h("input"));

function lookThrough(): void {
  const boards: BoardName[][] = layout === "one" ? [["A", "B"]] : layout === "two" ? [["A"], ["B"]] : [["A"]];
  const cameras = boards.map((seen, at) => ({ source: sources[at]?.value ?? "", boards: seen, size: sizeOf(sources[at]?.value ?? "") }));
  actOrSay({ do: "cameras", cameras });
}

/** The largest size that a camera of this machine has, of at most 1920 pixels. */
function sizeOf(source: string): [number, number] | null {
  const sizes = state?.devices.find((device) => device.source === source)?.sizes ?? [];
  return sizes.find(([width]) => width <= 1920) ?? null;
}

/** The fields, as the configuration has the cameras already. */
function layOutCameras(told: State): void {
  layout = told.cameras.length > 1 ? "two" : told.cameras[0]?.boards.length === 1 ? "single" : "one";
  second.hidden = layout !== "two";
  const arrangement = choice<Layout>(t("cameras"), [["one", t("oneCamera")], ["two", t("twoCameras")], ["single", t("oneBoard")]], layout, (value) => {
    layout = value;
    second.hidden = value !== "two";
  });
  told.cameras.forEach((camera, at) => {
    const input = sources[at];
    if (input !== undefined) input.value = camera.source;
  });
  const [first, device] = [sources[0], told.devices[0]];
  if (told.cameras.length === 0 && first !== undefined && device !== undefined) first.value = device.source;
  byId("cameras-body").append(
    arrangement.element,
    list,
    field(t("source"), sources[0] ?? h("input")),
    second,
    h("div", { class: "row" }, h("button", { type: "button", class: "main", id: "look", click: lookThrough }, t("lookThrough")), h("button", { type: "button", class: "quiet", click: () => actOrSay({ do: "devices" }) }, t("lookAgain"))),
    h("p", { id: "trouble", class: "hint" }),
    h("ul", { id: "camera-states", "aria-live": "polite" }),
  );
}

function drawCameras(told: State): void {
  list.replaceChildren(...told.devices.map((device) => h("option", { value: device.source }, device.title)));
  byId("trouble").textContent = [told.trouble, ...told.devices.filter((device) => device.error).map((device) => `${device.source}: ${device.error ?? ""}`)].filter(Boolean).join(" · ");
  byId("camera-states").replaceChildren(
    ...told.cameras.map((camera) => {
      const [width, height] = camera.size ?? [0, 0];
      const says = camera.failure ?? (camera.size === null ? t("waitsForPicture") : t("rate", { rate: camera.rate, width, height }));
      return h("li", { class: camera.failure === null ? "" : "bad" }, `${camera.source}: ${says}`, ...camera.remarks.map((remark) => h("small", {}, ` ${remark}`)));
    }),
  );
}

// ---- where the boards lie

function place(camera: number, placed: Placed): void {
  const corners = Object.fromEntries(Object.entries(placed.boards).map(([board, of]) => [board, of.corners]));
  actOrSay({ do: "place", camera, drawn: { boards: corners, reserves: placed.reserves, clocks: placed.clocks } });
}

/** Boards that are drawn by hand begin as squares in the middle of the picture. */
function byHand(camera: Camera): void {
  const [width, height] = camera.size ?? [1920, 1080];
  const side = Math.min(height * 0.6, (width / camera.boards.length) * 0.7);
  const boards = Object.fromEntries(
    camera.boards.map((board, at) => {
      const [x, y] = [(width * (at + 0.5)) / camera.boards.length, height / 2];
      const corner = (dx: number, dy: number): Point => [x + (dx * side) / 2, y + (dy * side) / 2];
      return [board, [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)]];
    }),
  );
  actOrSay({ do: "place", camera: camera.camera, drawn: { boards } });
}

function drawBoards(told: State): void {
  const button = (text: string, name: string, click: () => void): HTMLElement => h("button", { type: "button", "data-do": name, click }, text);
  const tools = told.cameras.map((camera) => {
    const { placed } = camera;
    const turn = (board: BoardName): void => {
      const there = placed?.boards[board];
      if (placed === null || there === undefined) return;
      // its players sit elsewhere now: their reserves are proposed anew
      const reserves = Object.fromEntries(Object.entries(placed.reserves).filter(([seat]) => !seat.startsWith(board)));
      place(camera.camera, { ...placed, boards: { ...placed.boards, [board]: { ...there, corners: turned(there.corners) } }, reserves });
    };
    const exchange = (): void => {
      if (placed === null) return;
      const { A, B } = placed.boards;
      const { Aw, Ab, Bw, Bb } = placed.reserves;
      const known = <T>(pairs: [string, T | undefined][]): Record<string, T> => Object.fromEntries(pairs.filter((pair): pair is [string, T] => pair[1] !== undefined));
      place(camera.camera, { ...placed, boards: known([["A", B], ["B", A]]), reserves: known([["Aw", Bw], ["Ab", Bb], ["Bw", Aw], ["Bb", Ab]]), clocks: known([["A", placed.clocks.B], ["B", placed.clocks.A]]) });
    };
    return h(
      "div",
      { class: "row" },
      button(t("find"), "find", () => {
        toast(t("finding"));
        actOrSay({ do: "find", camera: camera.camera, white_at: null });
      }),
      ...camera.boards.map((board) => button(t("turnBoard", { board }), `turn-${board}`, () => turn(board))),
      camera.boards.length > 1 ? button(t("swapBoards"), "exchange", exchange) : null,
      button(t("draw4"), "by-hand", () => byHand(camera)),
    );
  });
  const placed = told.cameras.flatMap((camera) => (camera.placed === null ? [] : [camera.placed]));
  byId("boards-body").replaceChildren(...tools, h("p", { class: "hint" }, placed.length === 0 ? t("notLooked") : t("dragHint")));
  const warnings = placed.flatMap((one) => one.warnings);
  byId("warnings").replaceChildren(...(placed.length === 0 ? [] : warnings.length === 0 ? [h("li", { class: "good" }, t("noWarnings"))] : warnings.map((warning) => h("li", { class: "warning" }, warning))));
}

function drawPictures(told: State): void {
  const place_ = byId("pictures");
  if (views.length !== told.cameras.length) {
    views.forEach((view) => view.leave());
    views = told.cameras.map(({ camera }) => new Outlines(camera, (placed) => place(camera, placed)));
    place_.replaceChildren(...(views.length === 0 ? [h("p", { class: "empty" }, t("noCameraYet"))] : views.map((view) => view.element)));
  }
  told.cameras.forEach((camera, at) => {
    const view = views[at];
    if (view !== undefined && !view.isMoved()) view.show(camera.placed);
  });
}

// ---- rules, and the start

function drawRules(told: State): void {
  const chosen = profile ?? told.profile;
  const select = h("select", { name: "profile", change: () => (profile = select.value) }, ...told.profiles.map(({ name, title }) => h("option", { value: name, selected: name === chosen }, `${name} – ${title}`)));
  const films = h("select", { name: "video", change: () => (video = films.value) }, ...["moments", "all", "off"].map((word) => h("option", { value: word, selected: word === (video ?? told.video) }, t(`video_${word}` as Key))));
  const ready = told.cameras.length > 0 && told.cameras.every((camera) => camera.placed !== null);
  byId("rules-body").replaceChildren(
    field(t("rules"), select),
    field(t("recording"), films),
    h("button", { type: "button", class: "main", id: "begin", disabled: !ready, click: () => void begin(select.value, films.value) }, t("startMatch")),
  );
}

async function begin(rules: string, films: string): Promise<void> {
  try {
    await keepNames(seats.value());
    await act({ do: "start", profile: rules, video: films });
    toast(t("starting"));
    await follow();
  } catch (error) {
    complain(error);
  }
}

/** On to the console as soon as the match is watched. */
async function follow(): Promise<void> {
  for (;;) {
    const hello = await ask<Hello>("/api/hello").catch(() => null);
    if (hello?.begun === true) return location.assign("/");
    await new Promise((go) => window.setTimeout(go, 300));
  }
}

// ---- the page

function take(told: State | null): void {
  if (told === null) return void follow();
  const first = state === null;
  state = told;
  if (first) layOutCameras(told);
  byId("config").textContent = t("configKept", { file: told.config });
  drawCameras(told);
  drawPictures(told);
  const now = JSON.stringify([told.cameras.map(({ boards, placed, size }) => [boards, placed, size]), told.profiles]);
  if (now === shown) return;
  shown = now;
  drawBoards(told);
  drawRules(told);
}

async function refresh(): Promise<void> {
  const connection = byId("connection");
  try {
    if (!busy && document.visibilityState === "visible") {
      const before = acts;
      const { setup } = await ask<{ setup: State | null }>("/api/setup");
      if (acts === before) take(setup);
    }
    connection.classList.remove("lost");
    connection.textContent = t("connected");
  } catch {
    connection.classList.add("lost");
    connection.textContent = t("reconnecting");
  }
  window.setTimeout(() => void refresh(), 1000);
}

for (const [id, key] of [["title", "setupTitle"], ["cameras-title", "cameras"], ["boards-title", "boardsFound"], ["players-title", "players"], ["rules-title", "rules"]] as const) byId(id).textContent = t(key);

byId("languages").append(languageChoice());

void (async () => {
  page.names = await ask<Names>("/api/names").catch(() => page.names);
  seats = seatFields(page.names.tags);
  byId("players-body").replaceChildren(...seats.elements);
  await refresh();
})();
