// What the parts of the console's page have in common: what was told last, and saying that something was entered.

import { byId, h } from "./dom";
import { Match } from "./match";
import { t } from "./texts";
import { SEATS, type TableView } from "./table";
import { send, type BoardName, type Clocks, type Hello, type Names, type Seat, type Table } from "./wire";

interface Page {
  hello: Hello;
  /** What each article says, by its name. */
  articles: Record<string, string>;
  match: Match;
  latest: Table | null;
  names: Names;
  clocks: Clocks | null;
  table: TableView | null;
}

export const page: Page = {
  hello: { program: "", role: "viewer", delay_s: 0, begun: false },
  articles: {},
  match: new Match(),
  latest: null,
  names: { tags: {}, day: [] },
  clocks: null,
  table: null,
};

/** The boards that are watched. */
export function boards(): BoardName[] {
  return page.hello.boards ?? ["A", "B"];
}

/** The seats that are watched. */
export function seats(): Seat[] {
  return SEATS.filter((seat) => boards().includes(seat.charAt(0) as BoardName));
}

const TAGS: Record<Seat, string> = { Aw: "WhiteA", Ab: "BlackA", Bw: "WhiteB", Bb: "BlackB" };

/** A seat with the name of who sits there. */
export function playerOf(seat: Seat): string {
  const name = page.names.tags[TAGS[seat]];
  return name === undefined ? seat : `${seat} ${name}`;
}

export function toast(text: string, bad = false): void {
  const shown = h("div", { class: `toast${bad ? " bad" : ""}`, role: bad ? "alert" : "status" }, text);
  byId("toasts").append(shown);
  window.setTimeout(() => shown.remove(), bad ? 8000 : 3000);
}

export function complain(error: unknown): void {
  toast(error instanceof Error ? error.message : String(error), true);
}

/** Sends what was entered; done when it has been kept. */
export async function enter(what: unknown): Promise<void> {
  await send("/api/enter", what);
  toast(t("taken"));
}

export function enterOrSay(what: unknown): void {
  enter(what).catch(complain);
}
