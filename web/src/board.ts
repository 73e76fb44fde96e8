// A board as a drawing.

import { s } from "./dom";

/** A board that can be told what stands on it. */
export interface Board {
  element: SVGSVGElement;
  show(placement: string, marks?: Marks): void;
}

/** Squares to mark. */
export interface Marks {
  last?: string[];
  alert?: string[];
  chosen?: string[];
}

/** What stands where, by square: `e4` to `P`. Promoted pawns (`Q~`) are shown as what they count for. */
export function squares(placement: string): Map<string, string> {
  const found = new Map<string, string>();
  placement.split("/").forEach((rank, row) => {
    let file = 0;
    for (const letter of rank) {
      if (letter >= "1" && letter <= "8") file += Number(letter);
      else if (letter !== "~") {
        found.set("abcdefgh".charAt(file) + String(8 - row), letter);
        file += 1;
      }
    }
  });
  return found;
}

/** FEN's placement field of what stands where. */
export function placement(found: Map<string, string>): string {
  const ranks: string[] = [];
  for (let rank = 8; rank >= 1; rank -= 1) {
    let text = "";
    let empty = 0;
    for (const file of "abcdefgh") {
      const letter = found.get(file + String(rank));
      if (letter === undefined) empty += 1;
      else {
        text += (empty > 0 ? String(empty) : "") + letter;
        empty = 0;
      }
    }
    ranks.push(text + (empty > 0 ? String(empty) : ""));
  }
  return ranks.join("/");
}

/** The squares of a move in UCI: where it went last. */
export function squaresOf(uci: string | null | undefined): string[] {
  if (!uci) return [];
  const drop = /^[PNBRQ]@([a-h][1-8])$/.exec(uci);
  if (drop?.[1] !== undefined) return [drop[1]];
  const move = /^([a-h][1-8])([a-h][1-8])/.exec(uci);
  return move?.[1] !== undefined && move[2] !== undefined ? [move[1], move[2]] : [];
}

/** A board seen from White's side, or from Black's; `choose` hears of squares that are clicked. */
export function board(label: string, fromBlack: boolean, choose?: (square: string) => void): Board {
  const grounds = s("g");
  const marked = s("g");
  const pieces = s("g");
  const names = s("g", { class: "coordinates", "aria-hidden": "true" });
  const place = (square: string): [number, number] => {
    const file = square.charCodeAt(0) - 97;
    const rank = Number(square.charAt(1)) - 1;
    return fromBlack ? [45 * (7 - file), 45 * rank] : [45 * file, 45 * (7 - rank)];
  };
  for (let rank = 1; rank <= 8; rank += 1) {
    for (let file = 0; file < 8; file += 1) {
      const square = "abcdefgh".charAt(file) + String(rank);
      const [x, y] = place(square);
      const ground = s("rect", { x, y, width: 45, height: 45, class: (file + rank) % 2 === 0 ? "light" : "dark" });
      if (choose !== undefined) {
        ground.setAttribute("data-square", square);
      }
      grounds.append(ground);
      if (x === 0) names.append(s("text", { x: 2.500, y: y + 10, class: (file + rank) % 2 === 0 ? "on-light" : "on-dark" }, String(rank)));
      if (y === 315) names.append(s("text", { x: x + 42.500, y: 357, "text-anchor": "end", class: (file + rank) % 2 === 0 ? "on-light" : "on-dark" }, square.charAt(0)));
    }
  }
  const element = s("svg", { viewBox: "0 0 360 360", class: "board", role: "img", "aria-label": label }, grounds, marked, names, pieces);
  if (choose !== undefined) {
    element.classList.add("chooses");
    element.addEventListener("click", (event) => {
      const box = element.getBoundingClientRect();
      const column = Math.floor(((event.clientX - box.left) / box.width) * 8);
      const row = Math.floor(((event.clientY - box.top) / box.height) * 8);
      if (column < 0 || column > 7 || row < 0 || row > 7) return;
      const file = fromBlack ? 7 - column : column;
      const rank = fromBlack ? row : 7 - row;
      choose("abcdefgh".charAt(file) + String(rank + 1));
    });
  }
  let shown = "";
  return {
    element,
    show(text, marks = {}) {
      const state = JSON.stringify([text, marks]);
      if (state === shown) return;
      shown = state;
      const frame = (kind: string) => (square: string) => {
        const [x, y] = place(square);
        return s("rect", { x, y, width: 45, height: 45, class: `mark-${kind}` });
      };
      marked.replaceChildren(
        ...(marks.last ?? []).map(frame("last")),
        ...(marks.alert ?? []).map(frame("alert")),
        ...(marks.chosen ?? []).map(frame("chosen")),
      );
      const standing = [...squares(text)].map(([square, letter]) => {
        const [x, y] = place(square);
        const kind = letter.toUpperCase();
        // a little smaller than the square, so that its name can be read
        return s("use", { href: `#${letter === kind ? "w" : "b"}${kind}`, transform: `translate(${x + 1.800} ${y + 1}) scale(0.92)` });
      });
      pieces.replaceChildren(...standing);
      element.setAttribute("aria-label", `${label}: ${text}`);
    },
  };
}
