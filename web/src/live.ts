// What spectators see.

import { byId, h } from "./dom";
import { languageChoice, translate } from "./languages";
import { Match } from "./match";
import { MoveList } from "./movelist";
import { definePieces } from "./pieces";
import { applyTheme, otherTheme } from "./prefs";
import { t } from "./texts";
import { TableView } from "./table";
import { ask, follow, type Hello, type Names } from "./wire";

applyTheme();
translate();
definePieces();

const match = new Match();
const asked = new URLSearchParams(location.search);
const query: Record<string, string> = { audience: "broadcast" };
const delay = asked.get("delay");
if (delay !== null) query["delay"] = delay;

let table: TableView | null = null;
let moves: MoveList | null = null;
let names: Names | null = null;

function behind(seconds: number): string {
  if (seconds <= 0) return "";
  const whole = Math.round(seconds);
  const parts: [number, string][] = [[Math.floor(whole / 3600), "h"], [Math.floor((whole % 3600) / 60), "min"], [whole % 60, "s"]];
  return t("behind", { time: parts.filter(([count]) => count > 0).map(([count, unit]) => `${count} ${unit}`).join(" ") });
}

async function layOut(): Promise<void> {
  const hello = await ask<Hello>("/api/hello");
  const boards = hello.boards ?? ["A", "B"];
  table = new TableView(boards, hello.drops !== false);
  moves = new MoveList(boards);
  byId("table").replaceChildren(table.element);
  byId("moves").replaceChildren(h("h2", {}, t("moves")), moves.element);
  byId("profile").textContent = hello.profile?.title ?? t("waiting");
  byId("behind").textContent = behind(Math.max(Number(delay ?? hello.delay_s), hello.role === "viewer" ? hello.delay_s : 0));
  if (names !== null) table.name(names);
  moves.show(match);
}

function drawNames(told: Names): void {
  names = told;
  table?.name(told);
  byId("event").textContent = [told.tags["Event"], told.tags["Round"]].filter(Boolean).join(" · ");
  const score = told.day.filter((pairing) => pairing.result !== "*").map((pairing) => h("li", {}, `${pairing.one} – ${pairing.two}  ${pairing.result}`));
  byId("day").replaceChildren(...score);
}

byId("languages").append(languageChoice());
byId("theme").addEventListener("click", otherTheme);

follow(query, {
  begin() {
    match.clear();
    void layOut().catch(() => window.setTimeout(() => void layOut(), 2000));
  },
  line(line) {
    match.take(line);
    moves?.show(match);
    if (line.event === "result") byId("outcome").textContent = match.result === null ? "" : `${match.result.result}  ${match.result.text}`;
  },
  table(told) {
    if (table === null) {
      // what is told first may come before the page is laid out
      const waiting = window.setInterval(() => {
        if (table === null) return;
        window.clearInterval(waiting);
        table.show(told);
      }, 30);
    } else table.show(told);
  },
  time: (told) => table?.time(told),
  names: drawNames,
  connected(there) {
    const shown = byId("connection");
    shown.classList.toggle("lost", !there);
    shown.textContent = t(there ? "live" : "reconnecting");
  },
});
