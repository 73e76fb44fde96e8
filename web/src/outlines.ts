// Where boards, reserves and clocks lie in a camera's picture, drawn over it and put right by dragging or with the keyboard.

import { pictureFromBoard } from "./camera";
import { squares } from "./board";
import { h, s } from "./dom";
import { t } from "./texts";
import type { BoardName, Seat } from "./wire";

export type Point = [number, number];

/** A camera's boards and zones, in pixels of its picture. */
export interface Placed {
  size: [number, number];
  boards: Partial<Record<BoardName, { corners: Point[]; placement: string | null }>>;
  reserves: Partial<Record<Seat, Point[]>>;
  clocks: Partial<Record<BoardName, Point[]>>;
  warnings: string[];
}

const CORNERS = ["a8", "h8", "h1", "a1"];
const FIGURES: Record<string, string> = { K: "♚", Q: "♛", R: "♜", B: "♝", N: "♞", P: "♟" };

/** Pixels by which an arrow key moves a corner; with Shift ten times as many. */
const STEP = 1;

/** A picture with what lies in it. */
export class Outlines {
  element: HTMLElement;
  private picture: HTMLImageElement;
  private over: SVGSVGElement;
  private placed: Placed | null = null;
  private number = "";
  private gone = false;
  private dragging = false;

  constructor(
    private camera: number,
    private changed: (placed: Placed) => void,
  ) {
    this.picture = h("img", { alt: `${t("picture")} ${camera + 1}`, hidden: true });
    this.over = s("svg", { class: "outlines", preserveAspectRatio: "none", role: "group", "aria-label": t("boardsFound") });
    this.element = h("div", { class: "view", "data-camera": camera }, this.picture, h("p", { class: "empty waits" }, t("waitsForPicture")), this.over);
    void this.next();
  }

  /** Nothing is shown any more. */
  leave(): void {
    this.gone = true;
  }

  /** Whether a corner is being moved, by hand or by keys, and it is not told yet. */
  isMoved(): boolean {
    return this.dragging || this.waiting !== 0;
  }

  show(placed: Placed | null): void {
    this.placed = placed === null ? null : structuredClone(placed);
    this.draw();
  }

  private async next(): Promise<void> {
    if (this.gone) return;
    try {
      if (document.visibilityState === "visible") {
        const response = await fetch(`/camera/${this.camera}`);
        const told = response.headers.get("x-number") ?? "";
        if (response.ok && told !== this.number) {
          this.number = told;
          const old = this.picture.src;
          this.picture.src = URL.createObjectURL(await response.blob());
          await this.picture.decode().catch(() => undefined);
          if (old.startsWith("blob:")) URL.revokeObjectURL(old);
          this.picture.hidden = false;
          this.element.classList.add("there");
        }
      }
    } catch {
      // the connection is lost; the page says so elsewhere
    }
    window.setTimeout(() => void this.next(), 300);
  }

  /** Every outline by its kind and name; what is changed there is changed in what is placed. */
  private all(): [string, string, Point[], (at: number) => string][] {
    if (this.placed === null) return [];
    const { boards, reserves, clocks } = this.placed;
    const zone = (name: string) => (at: number) => t("zoneCorner", { number: at + 1, zone: name });
    return [
      ...Object.entries(reserves).map(([seat, points]): [string, string, Point[], (at: number) => string] => ["reserve", seat, points, zone(t("reserveZone", { seat }))]),
      ...Object.entries(clocks).map(([board, points]): [string, string, Point[], (at: number) => string] => ["clock", board, points, zone(t("clockZone", { board }))]),
      ...Object.entries(boards).map(([board, { corners }]): [string, string, Point[], (at: number) => string] => ["board", board, corners, (at) => t("corner", { square: CORNERS[at] ?? "", board })]),
    ];
  }

  private draw(): void {
    const focused = document.activeElement?.getAttribute("data-handle");
    if (this.placed === null) return this.over.replaceChildren();
    const [width, height] = this.placed.size;
    this.over.setAttribute("viewBox", `0 0 ${width} ${height}`);
    const unit = width / 100;
    const shapes = this.all().flatMap(([kind, name, points, label]) => {
      const outline = s("polygon", { points: points.map((point) => point.join(",")).join(" "), class: `outline ${kind}` });
      const [x, y] = middle(points);
      const text = s("text", { x, y, class: `naming ${kind}`, "font-size": unit * (kind === "board" ? 5 : 2), "aria-hidden": "true" }, name);
      const handles = points.map((_, at) => this.handle(kind, name, points, at, label(at), unit));
      return [outline, ...(kind === "board" ? this.inside(name as BoardName, points, unit) : [text]), ...handles];
    });
    this.over.replaceChildren(...shapes);
    if (focused != null) this.over.querySelector<SVGElement>(`[data-handle="${focused}"]`)?.focus();
  }

  /** What is seen on a board, and where White sits. */
  private inside(board: BoardName, corners: Point[], unit: number): SVGElement[] {
    const at = pictureFromBoard(corners);
    const size = Math.hypot((corners[1]?.[0] ?? 0) - (corners[0]?.[0] ?? 0), (corners[1]?.[1] ?? 0) - (corners[0]?.[1] ?? 0)) / 8;
    const placement = this.placed?.boards[board]?.placement ?? "";
    const pieces = [...squares(placement)].map(([square, letter]) => {
      const [x, y] = at((square.charCodeAt(0) - 96.5) / 8, (8.5 - Number(square.charAt(1))) / 8);
      return s("text", { x, y, "font-size": size * 0.8, class: letter === letter.toUpperCase() ? "seen-white" : "seen-black", "aria-hidden": "true" }, FIGURES[letter.toUpperCase()] ?? "");
    });
    const [x, y] = at(0.5, 1.08);
    const [left, top] = at(0.5, 0.5);
    return [
      ...pieces,
      s("text", { x: left, y: top, class: "naming board", "font-size": size * 2.4, "aria-hidden": "true" }, board),
      s("text", { x, y, class: "naming side", "font-size": Math.max(size * 0.6, unit * 1.4), "aria-hidden": "true" }, t("whiteSide")),
    ];
  }

  private handle(kind: string, name: string, points: Point[], at: number, label: string, unit: number): SVGElement {
    const [x, y] = points[at] ?? [0, 0];
    const handle = s("circle", { cx: x, cy: y, r: unit * (kind === "board" ? 0.9 : 0.7), class: `handle ${kind}`, tabindex: 0, role: "button", "aria-label": `${label}: ${Math.round(x)}, ${Math.round(y)}`, "data-handle": `${kind}-${name}-${at}` });
    handle.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      handle.setPointerCapture(event.pointerId);
      handle.focus();
      this.dragging = true;
    });
    handle.addEventListener("pointermove", (event) => {
      if (!handle.hasPointerCapture(event.pointerId) || this.placed === null) return;
      const box = this.over.getBoundingClientRect();
      const [width, height] = this.placed.size;
      points[at] = [((event.clientX - box.left) / box.width) * width, ((event.clientY - box.top) / box.height) * height];
      handle.setAttribute("cx", String(points[at]?.[0]));
      handle.setAttribute("cy", String(points[at]?.[1]));
      handle.parentElement?.querySelectorAll("polygon").forEach((outline, index) => outline.setAttribute("points", this.all()[index]?.[2].map((point) => point.join(",")).join(" ") ?? ""));
    });
    handle.addEventListener("pointerup", () => {
      if (!this.dragging) return;
      this.dragging = false;
      this.tell();
    });
    handle.addEventListener("keydown", (event) => {
      const by = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
      if (by === undefined) return;
      event.preventDefault();
      const [px, py] = points[at] ?? [0, 0];
      const step = STEP * (event.shiftKey ? 10 : 1);
      points[at] = [px + (by[0] ?? 0) * step, py + (by[1] ?? 0) * step];
      this.draw();
      this.later();
    });
    return handle;
  }

  private waiting = 0;

  /** Keys come in a row: what comes of them is told once. */
  private later(): void {
    window.clearTimeout(this.waiting);
    this.waiting = window.setTimeout(() => this.tell(), 500);
  }

  private tell(): void {
    window.clearTimeout(this.waiting);
    this.waiting = 0;
    if (this.placed !== null) this.changed(structuredClone(this.placed));
  }
}

function middle(points: Point[]): Point {
  const sum = points.reduce<Point>(([x, y], [px, py]) => [x + px, y + py], [0, 0]);
  return [sum[0] / points.length, sum[1] / points.length];
}

/** A board turned by a quarter: what was the side of a1 and h1 is that of h1 and h8. */
export function turned(corners: Point[]): Point[] {
  return [...corners.slice(1), ...corners.slice(0, 1)];
}
