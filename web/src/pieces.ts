// The pieces, drawn for this program in a square of 45 by 45.

import { s } from "./dom";

const FOOT = "M10.8 36.2h23.4a1 1 0 0 1 1 1v2.6a1 1 0 0 1-1 1H10.8a1 1 0 0 1-1-1v-2.6a1 1 0 0 1 1-1z";

const SHAPES: Record<string, { body: string; details: string }> = {
  P: {
    body: "M22.5 8.2a5.6 5.6 0 0 1 3.8 9.7l2.5 1.3v2.3h-2.9c.5 5 2.3 8.2 5.8 10.6v2.3H13.300v-2.300c3.500-2.400 5.300-5.600 5.800-10.600h-2.900v-2.300l2.500-1.300a5.600 5.600 0 0 1 3.800-9.700z",
    details: "",
  },
  R: {
    body: "M12 8.500h5v3.300h3.200V8.500h4.600v3.300H28V8.500h5v7.800l-3.200 3v10.900l3.200 2.900v1.300H12v-1.300l3.200-2.900V19.300l-3.200-3z",
    details: "M15.200 19.300h14.600M15.200 30.200h14.600",
  },
  N: {
    body: "M13.600 34.400c.2-5.900 3.400-9.700 7.900-13.300.9-.8.600-2-.5-1.900-2.700.2-4.400 1.700-6.100 3.900-1 1.300-2.900 1.500-4.200.4l-1.500-1.300c-.9-.8-1-2-.4-3 2.400-4 3.500-7.400 6-10.200l-.4-4.800 4.800 2.600 1.900-3 2.600 4c6.800 1.900 10.800 8.100 10.800 16.200 0 3.800-.8 7.200-2.100 10.400z",
    details: "M27.500 11.500c3 3 4.200 7.200 4 12M17.200 12.300a1 1 0 1 0 .1 0z",
  },
  B: {
    body: "M22.500 4.300a2.700 2.700 0 0 1 1.900 4.600c5.200 3.700 7.900 8.100 7.900 12.100 0 3.200-1.600 5.600-4.200 7.100l1.400 4.100v2.200H15.500v-2.200l1.400-4.100c-2.600-1.500-4.200-3.900-4.200-7.100 0-4 2.700-8.400 7.900-12.100a2.700 2.700 0 0 1 1.900-4.600z",
    details: "M26.300 13.200l-5.300 7.600M16.900 28.100h11.200",
  },
  Q: {
    body: "M9.400 10.300a2.100 2.100 0 0 1 1.300 3.700l5 6.400 1-10.300a2.100 2.100 0 1 1 2.100-.4l3.700 9.200 3.700-9.200a2.100 2.100 0 1 1 2.100.4l1 10.300 5-6.400a2.100 2.100 0 1 1 2 .3l-3.400 15.800.9 3.100v1.200H11.200v-1.200l.9-3.100L8.700 14.300a2.100 2.100 0 0 1 .7-4z",
    details: "M12.600 29.600h19.800",
  },
  K: {
    body: "M21.100 3.300h2.800v2.900h2.900V9h-2.900v4.600c2.100-1.600 4.700-2.400 7-1.800 4.500 1.100 6.200 6.100 3.900 10.700-1 2.100-2.400 3.900-3.900 5.400l.7 5v1.500H13.400v-1.500l.7-5c-1.500-1.500-2.900-3.300-3.900-5.400-2.300-4.600-.6-9.600 3.900-10.700 2.300-.6 4.900.2 7 1.800V9h-2.900V6.200h2.900z",
    details: "M22.500 13.600v14.300M14.100 27.900h16.800",
  },
};

/** Puts the drawings into the page, once. */
export function definePieces(): void {
  if (document.getElementById("wP") !== null) return;
  const definitions = s("defs");
  for (const color of ["w", "b"]) {
    for (const [kind, shape] of Object.entries(SHAPES)) {
      definitions.append(
        s(
          "g",
          { id: color + kind, class: `piece-${color}` },
          s("path", { d: shape.body }),
          s("path", { d: FOOT }),
          shape.details !== "" && s("path", { d: shape.details, class: "piece-detail" }),
        ),
      );
    }
  }
  document.body.append(s("svg", { width: 0, height: 0, class: "definitions", "aria-hidden": "true" }, definitions));
}

/** One piece as a picture of its own; `letter` as in FEN. */
export function piece(letter: string, label: string): SVGSVGElement {
  const kind = letter.toUpperCase();
  const color = letter === kind ? "w" : "b";
  return s("svg", { viewBox: "0 0 45 45", class: "piece", role: "img", "aria-label": label }, s("use", { href: `#${color}${kind}` }));
}
