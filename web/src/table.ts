// The whole table: two boards, four reserves, four clocks. Used by the console, the live page and the overlay.

import { board, squaresOf, type Board } from "./board";
import { h } from "./dom";
import { piece } from "./pieces";
import { pieceName, t } from "./texts";
import { clockText } from "./time";
import type { BoardName, Clocks, ColorName, Names, Seat, Table } from "./wire";

const ORDER = "QRBNP";

/** Team 1 sits at the bottom of both boards: White on A, Black on B. */
const SIDES: Record<BoardName, { top: Seat; bottom: Seat; fromBlack: boolean }> = {
  A: { top: "Ab", bottom: "Aw", fromBlack: false },
  B: { top: "Bw", bottom: "Bb", fromBlack: true },
};

export const SEATS: Seat[] = ["Aw", "Ab", "Bw", "Bb"];

/** 1 or 2. */
export function teamOf(seat: Seat): 1 | 2 {
  return seat === "Aw" || seat === "Bb" ? 1 : 2;
}

export function colorOf(seat: Seat): ColorName {
  return seat.endsWith("w") ? "white" : "black";
}

interface Bar {
  element: HTMLElement;
  name: HTMLElement;
  reserve: HTMLElement;
  clock: HTMLElement;
}

export class TableView {
  element: HTMLElement;
  private boards = new Map<BoardName, Board>();
  private bars = new Map<Seat, Bar>();
  private told: { table: Table; now_ms: number; ended: boolean; at: number } | null = null;
  private clocks: { clocks: Clocks; at: number } | null = null;
  private alertSquares = new Map<BoardName, string[]>();
  private shownReserves = new Map<Seat, string>();

  constructor(
    names: BoardName[],
    reserves: boolean,
    choose?: (board: BoardName, square: string) => void,
    private chooseReserve?: (seat: Seat) => void,
  ) {
    this.element = h("div", { class: `table boards-${names.length}` });
    for (const name of names) {
      const side = SIDES[name];
      const view = board(t(name === "A" ? "boardA" : "boardB"), side.fromBlack, choose && ((square) => choose(name, square)));
      this.boards.set(name, view);
      this.element.append(
        h(
          "section",
          { class: "side", "data-board": name, "aria-label": t(name === "A" ? "boardA" : "boardB") },
          this.bar(side.top, reserves),
          h("div", { class: "square" }, view.element),
          this.bar(side.bottom, reserves),
        ),
      );
    }
    const tick = (): void => {
      this.showClocks();
      window.requestAnimationFrame(tick);
    };
    // ten times a second is enough for tenths
    window.setInterval(() => this.showClocks(), 100);
    void tick;
  }

  private bar(seat: Seat, reserves: boolean): HTMLElement {
    const name = h("span", { class: "name" }, seat);
    const choose = this.chooseReserve;
    const reserve = choose === undefined ? h("span", { class: "reserve", role: "img", "aria-label": t("reserve", { seat }) }) : h("button", { type: "button", class: "reserve", "aria-label": t("reserve", { seat }), click: () => choose(seat) });
    const clock = h("span", { class: "time", role: "timer", "aria-label": t("clockOf", { seat }) }, clockText(null));
    const who = h("span", { class: "who" }, h("span", { class: `dot ${colorOf(seat)}`, "aria-hidden": "true" }), name);
    const element = h("div", { class: `bar team-${teamOf(seat)}`, "data-seat": seat }, who, reserves ? reserve : null, clock);
    this.bars.set(seat, { element, name, reserve, clock });
    return element;
  }

  name(names: Names): void {
    const tags: Record<Seat, string> = { Aw: "WhiteA", Ab: "BlackA", Bw: "WhiteB", Bb: "BlackB" };
    for (const [seat, bar] of this.bars) bar.name.textContent = names.tags[tags[seat]] ?? seat;
  }

  /** Squares of an alert that is looked at. */
  point(name: BoardName, found: string[]): void {
    this.alertSquares.clear();
    this.alertSquares.set(name, found);
    this.draw();
  }

  show(told: { table: Table; now_ms: number; ended: boolean }): void {
    this.told = { ...told, at: performance.now() };
    this.draw();
  }

  time(told: { now_ms: number; ended: boolean }): void {
    if (this.told !== null) this.told = { ...this.told, ...told, at: performance.now() };
  }

  clock(clocks: Clocks): void {
    this.clocks = { clocks, at: performance.now() };
    this.showClocks();
  }

  private draw(): void {
    if (this.told === null) return;
    const { table } = this.told;
    for (const [name, view] of this.boards) {
      const there = table.boards[name];
      if (there === undefined) continue;
      view.show(there.placement, { last: squaresOf(there.last?.uci), alert: this.alertSquares.get(name) ?? [] });
    }
    for (const [seat, bar] of this.bars) {
      const there = table.boards[seat.charAt(0) as BoardName];
      bar.element.classList.toggle("to-move", there?.turn === colorOf(seat));
      const held = table.reserves[seat] ?? "";
      if (this.shownReserves.get(seat) === held) continue;
      this.shownReserves.set(seat, held);
      const kinds = [...ORDER].filter((kind) => held.includes(kind));
      const said = kinds.map((kind) => `${[...held].filter((letter) => letter === kind).length} ${pieceName(kind)}`);
      bar.reserve.setAttribute("aria-label", `${t("reserve", { seat })}: ${said.join(", ") || t("reserveEmpty")}`);
      bar.reserve.dataset["held"] = held;
      bar.reserve.replaceChildren(
        ...kinds.map((kind) => {
          const count = [...held].filter((letter) => letter === kind).length;
          const letter = colorOf(seat) === "white" ? kind : kind.toLowerCase();
          return h("span", { class: "held" }, piece(letter, ""), count > 1 && h("span", { class: "count" }, String(count)));
        }),
      );
    }
    this.showClocks();
  }

  private showClocks(): void {
    for (const [seat, bar] of this.bars) {
      const name = seat.charAt(0) as BoardName;
      const [left, runs] = this.left(seat, name);
      const text = clockText(left);
      if (bar.clock.textContent !== text) bar.clock.textContent = text;
      bar.clock.classList.toggle("runs", runs);
      bar.clock.classList.toggle("short", left !== null && left < 20_000);
      bar.clock.classList.toggle("fallen", left === 0);
    }
  }

  /** What a seat has left now, and whether its clock runs: of the pages' clocks once they have started, else as it was read. */
  private left(seat: Seat, name: BoardName): [number | null, boolean] {
    const color = colorOf(seat);
    if (this.clocks !== null && this.clocks.clocks.started) {
      const state = this.clocks.clocks.boards[name];
      const told = color === "white" ? state.white_ms : state.black_ms;
      const runs = state.running === color;
      const passed = Math.max(0, performance.now() - this.clocks.at - state.delay_left_ms);
      return [runs ? Math.max(0, told - passed) : told, runs];
    }
    const read = this.told?.table.boards[name]?.clock;
    if (this.told === null || read === null || read === undefined) return [null, false];
    const told = color === "white" ? read.white_ms : read.black_ms;
    if (told === null) return [null, false];
    const runs = read.running === color && !this.told.ended;
    const now = this.told.now_ms + (this.told.ended ? 0 : Math.min(performance.now() - this.told.at, 6000));
    return [runs ? Math.max(0, told - Math.max(0, now - read.at_ms)) : told, runs];
  }
}
