// What the cameras see, with what is believed drawn over it.

import { squares } from "./board";
import { h, keep, kept, s } from "./dom";
import { t } from "./texts";
import type { Hello, Table } from "./wire";

type Point = [number, number];

/** The map from a board's unit square (a8, h8, h1, a1 clockwise from the top left) to the picture, by the four corners. */
export function pictureFromBoard(corners: Point[]): (x: number, y: number) => Point {
  const [[x0, y0], [x1, y1], [x2, y2], [x3, y3]] = corners as [Point, Point, Point, Point];
  const [dx1, dx2, dx3] = [x1 - x2, x3 - x2, x0 - x1 + x2 - x3];
  const [dy1, dy2, dy3] = [y1 - y2, y3 - y2, y0 - y1 + y2 - y3];
  const below = dx1 * dy2 - dx2 * dy1;
  const g = (dx3 * dy2 - dx2 * dy3) / below;
  const k = (dx1 * dy3 - dx3 * dy1) / below;
  return (x, y) => {
    const w = g * x + k * y + 1;
    return [((x1 - x0 + g * x1) * x + (x3 - x0 + k * x3) * y + x0) / w, ((y1 - y0 + g * y1) * x + (y3 - y0 + k * y3) * y + y0) / w];
  };
}

const FIGURES: Record<string, string> = { K: "♚", Q: "♛", R: "♜", B: "♝", N: "♞", P: "♟" };

/** Shows the cameras in `place`. */
export function camera(place: HTMLElement, hello: Hello, latest: () => Table | null): void {
  const cameras = hello.cameras ?? [];
  if (cameras.length === 0) {
    place.replaceChildren(h("p", { class: "empty" }, t("noPicture")));
    return;
  }
  const draws = h("input", { type: "checkbox", checked: kept("drawn") !== "off" });
  draws.addEventListener("change", () => keep("drawn", draws.checked ? "on" : "off"));
  const views = cameras.map(({ camera: index, boards }) => {
    const image = h("img", { alt: t("picture"), src: `/camera/${index}` });
    const over = s("svg", { class: "over", viewBox: "0 0 1000 1000", preserveAspectRatio: "none", "aria-hidden": "true" });
    const draw = (): void => {
      if (!draws.checked) return over.replaceChildren();
      const marks = boards.flatMap(({ board, corners }) => {
        const at = pictureFromBoard(corners);
        const outline = corners.map(([x, y]) => `${x * 1000},${y * 1000}`).join(" ");
        const pieces = [...squares(latest()?.boards[board]?.placement ?? "")].map(([square, letter]) => {
          const [x, y] = at((square.charCodeAt(0) - 96.5) / 8, (8.5 - Number(square.charAt(1))) / 8);
          return s("text", { x: x * 1000, y: y * 1000, class: letter === letter.toUpperCase() ? "seen-white" : "seen-black" }, FIGURES[letter.toUpperCase()] ?? "");
        });
        return [s("polygon", { points: outline }), ...pieces];
      });
      over.replaceChildren(...marks);
    };
    let number = "";
    const next = async (): Promise<void> => {
      try {
        if (document.visibilityState === "visible" && image.isConnected) {
          const response = await fetch(`/camera/${index}`);
          const told = response.headers.get("x-number") ?? "";
          if (response.ok && told !== number) {
            number = told;
            const address = URL.createObjectURL(await response.blob());
            const old = image.src;
            image.src = address;
            await image.decode().catch(() => undefined);
            if (old.startsWith("blob:")) URL.revokeObjectURL(old);
          }
          draw();
        }
      } catch {
        // the connection is lost; the page says so elsewhere
      }
      window.setTimeout(() => void next(), 300);
    };
    window.setTimeout(() => void next(), 100);
    return h("div", { class: "view" }, image, over);
  });
  place.replaceChildren(...views, h("label", { class: "drawn" }, draws, t("drawn")));
}
