// The moves of both boards, in the order in which they were played.

import { h } from "./dom";
import { number, type Match, type Played } from "./match";
import { t } from "./texts";
import { momentText } from "./time";
import type { BoardName } from "./wire";

/** Below this a move is marked as unsure. */
const UNSURE = 0.9;

export class MoveList {
  element: HTMLElement;
  private body: HTMLElement;
  private empty: HTMLElement;
  private rows = new Map<number, { text: string; row: HTMLElement }>();

  constructor(
    private boards: BoardName[],
    private choose?: (played: Played) => void,
  ) {
    this.body = h("tbody");
    this.empty = h("p", { class: "empty" }, t("noMoves"));
    const head = h("tr", {}, h("th", { scope: "col" }, ""), ...boards.map((name) => h("th", { scope: "col" }, t(name === "A" ? "boardA" : "boardB"))));
    this.element = h("div", { class: "moves", tabindex: 0, role: "region", "aria-label": t("moves") }, h("table", {}, h("thead", {}, head), this.body), this.empty);
  }

  show(match: Match): void {
    // to spectators a correction replaces what was told; the arbiter sees what it was
    const played = match.inOrder().filter((one) => this.choose !== undefined || !one.withdrawn);
    this.empty.hidden = played.length > 0;
    const atEnd = this.element.scrollHeight - this.element.scrollTop - this.element.clientHeight < 60;
    const wanted = new Set<number>();
    let place = 0;
    for (const one of played) {
      wanted.add(one.turn.id);
      const text = JSON.stringify([one.turn.san, one.turn.uci, one.turn.legal, one.turn.certainty, one.was, one.withdrawn, one.turn.ply]);
      let known = this.rows.get(one.turn.id);
      if (known === undefined || known.text !== text) {
        const row = this.row(one);
        known?.row.replaceWith(row);
        known = { text, row };
        this.rows.set(one.turn.id, known);
      }
      const there = this.body.children[place];
      if (there !== known.row) this.body.insertBefore(known.row, there ?? null);
      place += 1;
    }
    for (const [id, known] of this.rows) {
      if (wanted.has(id)) continue;
      known.row.remove();
      this.rows.delete(id);
    }
    if (atEnd) this.element.scrollTop = this.element.scrollHeight;
  }

  private row(one: Played): HTMLElement {
    const { turn } = one;
    const percent = Math.round((turn.certainty ?? 1) * 100);
    const unsure = turn.certainty !== undefined && turn.certainty < UNSURE;
    const label = h("span", { class: "san" }, turn.san);
    const parts: (Node | null)[] = [
      h("span", { class: "number" }, number(turn)),
      ...(this.choose === undefined ? [] : one.was).map((was) => h("del", { title: t("was", { san: was }) }, was)),
      one.withdrawn ? h("del", {}, label) : label,
      turn.legal === false ? h("span", { class: "flagged", title: (turn.violations ?? []).join(", ").replaceAll("_", " ") }, "!") : null,
      unsure ? h("span", { class: "unsure", title: t("unsure", { percent }) }, "?") : null,
      one.withdrawn ? h("span", { class: "tag" }, t("withdrawn")) : null,
    ];
    const classes = ["ply", turn.seat.endsWith("w") ? "by-white" : "by-black", one.withdrawn && "gone", turn.legal === false && "irregular"];
    const name = classes.filter(Boolean).join(" ");
    const content =
      this.choose !== undefined && !one.withdrawn
        ? h("button", { type: "button", class: name, "data-turn": turn.id, click: () => this.choose?.(one) }, ...parts)
        : h("span", { class: name, "data-turn": turn.id }, ...parts);
    const cells = this.boards.map((board) => h("td", {}, board === turn.board ? content : null));
    return h("tr", { "data-ply": turn.ply }, h("td", { class: "when" }, momentText(turn.at_ms)), ...cells);
  }
}
