// Declarations alone: for players, or for whoever writes down what they say.

import { byId, h } from "./dom";
import { translate } from "./languages";
import { definePieces, piece } from "./pieces";
import { applyTheme } from "./prefs";
import { pieceName, t } from "./texts";
import { SEATS, teamOf } from "./table";
import { follow, send, type Seat } from "./wire";

applyTheme();
translate();
definePieces();

byId("title").textContent = t("seatsTitle");
byId("hint").textContent = t("seatsHint");

const said = byId("said");

function say(text: string, bad: boolean): void {
  said.textContent = text;
  said.classList.toggle("bad", bad);
}

const seats = new Map<Seat, HTMLElement>();
for (const seat of SEATS) {
  const buttons = ["Q", "R", "B", "N"].map((letter) => {
    const name = pieceName(letter);
    const enter = (): void => {
      send("/api/enter", { declare: seat, promotion: letter }).then(
        () => say(t("declared", { seat, piece: name }), false),
        (error: unknown) => say(error instanceof Error ? error.message : String(error), true),
      );
    };
    return h("button", { type: "button", "data-promotion": letter, "aria-label": `${seat}: ${name}`, click: enter }, piece(seat.endsWith("w") ? letter : letter.toLowerCase(), name), h("span", {}, name));
  });
  const card = h("section", { class: `seat team-${teamOf(seat)}`, "data-seat": seat }, h("h2", {}, `${t(seat.startsWith("A") ? "boardA" : "boardB")}, ${t(seat.endsWith("w") ? "white" : "black")}`), h("div", { class: "row" }, ...buttons));
  seats.set(seat, card);
  byId("seats").append(card);
}

follow({ only: "clock" }, {
  clock(clocks) {
    for (const [seat, card] of seats) card.classList.toggle("asked", clocks.promotions.includes(seat));
  },
  connected(there) {
    const shown = byId("connection");
    shown.classList.toggle("lost", !there);
    shown.textContent = t(there ? "connected" : "reconnecting");
  },
});
