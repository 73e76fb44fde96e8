// Putting right what is believed: a move, a board's position, a reserve.

import { board, placement as placementOf, squares } from "./board";
import { choice, field, openDialog } from "./dialog";
import { h } from "./dom";
import { number, type Played } from "./match";
import { boards, enter, enterOrSay, page, playerOf, seats } from "./page";
import { piece } from "./pieces";
import { colorOf } from "./table";
import { pieceName, t } from "./texts";
import type { BoardName, Seat } from "./wire";

export function correct(played: Played): void {
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
  const draw = (): void => view.show(page.latest?.boards[name]?.placement ?? "8/8/8/8/8/8/8/8", { chosen: input.value.match(/[a-h][1-8]/g) ?? [] });
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

export function setPosition(): void {
  const where = boards()[0] ?? "A";
  editPosition(where);
}

function editPosition(name: BoardName): void {
  const there = page.latest?.boards[name];
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
  const both = boards();
  const which = both.length > 1 ? choice<BoardName>(t("board"), both.map((one): [BoardName, string] => [one, one]), name, (other) => { dialog.close(); editPosition(other); }) : null;
  draw();
  const content = [which?.element, h("p", { class: "hint" }, t("setHint")), h("div", { class: "brushes" }, ...brushes), h("div", { class: "small-board" }, view.element), field(t("placementField"), text), turn.element];
  const dialog = openDialog(t("setPosition", { board: name }), content.filter((node): node is HTMLElement => node !== undefined), () =>
    enter({ ruling: "position", board: name, placement: text.value.trim(), to_move: turn.value() }),
  );
}


/** A reserve that is held otherwise than the ledger has it: pieces are put in and taken out by their buttons. */
export function setReserve(of?: Seat): void {
  const seat = of ?? seats()[0] ?? "Aw";
  const kinds = [..."QRBNP"];
  const held = new Map(kinds.map((kind) => [kind, [...(page.latest?.reserves[seat] ?? "")].filter((letter) => letter === kind).length]));
  const rows = kinds.map((kind) => {
    const count = h("output", { class: "count", "aria-live": "polite" }, String(held.get(kind) ?? 0));
    const change = (by: number): void => {
      held.set(kind, Math.min(16, Math.max(0, (held.get(kind) ?? 0) + by)));
      count.textContent = String(held.get(kind));
    };
    const letter = colorOf(seat) === "white" ? kind : kind.toLowerCase();
    return h(
      "div",
      { class: "held-row", role: "group", "aria-label": pieceName(kind), "data-kind": kind },
      piece(letter, pieceName(kind)),
      h("button", { type: "button", "aria-label": t("fewer", { piece: pieceName(kind) }), "data-do": "fewer", click: () => change(-1) }, "−"),
      count,
      h("button", { type: "button", "aria-label": t("more", { piece: pieceName(kind) }), "data-do": "more", click: () => change(1) }, "+"),
    );
  });
  const which = choice<Seat>(t("player"), seats().map((one): [Seat, string] => [one, playerOf(one)]), seat, (other) => {
    dialog.close();
    setReserve(other);
  });
  const dialog = openDialog(t("setReserve", { seat: playerOf(seat) }), [which.element, h("p", { class: "hint" }, t("reserveHint")), ...rows], () =>
    enter({ ruling: "reserve", seat, held: kinds.map((kind) => kind.repeat(held.get(kind) ?? 0)).join("") }),
  );
}
