// What lies over the picture of a broadcast: transparent where there is nothing. Sizes and colours come with the address.

import { byId } from "./dom";
import { definePieces } from "./pieces";
import { TableView } from "./table";
import { ask, follow, type BoardName, type Hello, type Names } from "./wire";

definePieces();

const asked = new URLSearchParams(location.search);

/** A colour as people write them: a name or #rgb, #rrggbb, #rrggbbaa. */
function color(name: string, property: string): void {
  const value = asked.get(name);
  if (value === null || !/^(#?[0-9a-fA-F]{3,8}|[a-zA-Z]{3,20})$/.test(value)) return;
  const written = /^[0-9a-fA-F]{3,8}$/.test(value) && !CSS.supports("color", value) ? `#${value}` : value;
  if (CSS.supports("color", written)) document.documentElement.style.setProperty(property, written);
}

for (const [name, property] of [["light", "--light"], ["dark", "--dark"], ["text", "--ink"], ["panel", "--panel"], ["mark", "--mark"], ["background", "--ground"]] as const) color(name, property);
const size = Number(asked.get("size") ?? "360");
document.documentElement.style.setProperty("--size", `${Math.min(Math.max(Number.isFinite(size) ? size : 360, 120), 2000)}px`);
for (const part of ["names", "clocks", "reserves"]) document.body.classList.toggle(`without-${part}`, asked.get(part) === "0");
const only = asked.get("board");

const query: Record<string, string> = { audience: "broadcast" };
const delay = asked.get("delay");
if (delay !== null) query["delay"] = delay;

let table: TableView | null = null;
let names: Names | null = null;
let waiting: Parameters<TableView["show"]>[0] | null = null;

async function layOut(): Promise<void> {
  const hello = await ask<Hello>("/api/hello");
  const all: BoardName[] = hello.boards ?? ["A", "B"];
  const boards = only === "A" || only === "B" ? all.filter((name) => name === only) : all;
  table = new TableView(boards, hello.drops !== false);
  byId("table").replaceChildren(table.element);
  if (names !== null) table.name(names);
  if (waiting !== null) table.show(waiting);
}

follow(query, {
  begin: () => void layOut(),
  table(told) {
    waiting = told;
    table?.show(told);
  },
  time: (told) => table?.time(told),
  names(told) {
    names = told;
    table?.name(told);
  },
});
