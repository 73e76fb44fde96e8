// Names, pairings, the running score of the day, and the next match.

import { field, openDialog } from "./dialog";
import { h } from "./dom";
import { page, toast } from "./page";
import { t, type Key } from "./texts";
import { send, type Pairing, type Team } from "./wire";

const FIELDS: [string, Key][] = [["Event", "event"], ["Round", "round"], ["TeamOne", "teamOne"], ["WhiteA", "whiteA"], ["BlackB", "blackB"], ["TeamTwo", "teamTwo"], ["BlackA", "blackA"], ["WhiteB", "whiteB"]];

/** Points of a team: a win counts one, a draw a half. */
interface Points {
  team: string;
  points: number;
  played: number;
}

/** How the teams stand, the best first. */
export function standing(day: Pairing[]): Points[] {
  const teams = new Map<string, Points>();
  const add = (team: string, points: number): void => {
    const known = teams.get(team) ?? { team, points: 0, played: 0 };
    teams.set(team, { team, points: known.points + points, played: known.played + 1 });
  };
  for (const { one, two, result } of day) {
    const points = { "1-0": 1, "0-1": 0, "1/2-1/2": 0.5 }[result];
    if (points === undefined) continue;
    add(one, points);
    add(two, 1 - points);
  }
  return [...teams.values()].sort((a, b) => b.points - a.points || a.team.localeCompare(b.team));
}

function pointsText(points: number): string {
  const whole = Math.floor(points);
  return points > whole ? `${whole === 0 ? "" : String(whole)}½` : String(whole);
}

/** The score as a table. */
export function scoreTable(day: Pairing[]): HTMLElement | null {
  const rows = standing(day).map(({ team, points, played }) => h("tr", {}, h("td", {}, team), h("td", { class: "points" }, pointsText(points)), h("td", { class: "played" }, String(played))));
  if (rows.length === 0) return null;
  return h("table", { class: "score" }, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("team")), h("th", { scope: "col" }, t("points")), h("th", { scope: "col" }, t("played")))), h("tbody", {}, ...rows));
}

/** Fields for who sits where; names that are known are offered. */
export function seatFields(tags: Record<string, string>): { elements: HTMLElement[]; value: () => Record<string, string>; fill: (tags: Record<string, string>) => void } {
  const known = new Set([...page.names.day.flatMap((one) => Object.entries(one.tags ?? {}).filter(([tag]) => /^(White|Black)/.test(tag)).map(([, name]) => name)), ...(page.names.teams ?? []).flatMap((team) => team.players)]);
  const teams = new Set([...page.names.day.flatMap(({ one, two }) => [one, two]), ...(page.names.teams ?? []).map((team) => team.name)]);
  const list = (id: string, names: Set<string>): HTMLElement => h("datalist", { id }, ...[...names].filter(Boolean).map((name) => h("option", { value: name })));
  const inputs = FIELDS.map(([tag, key]): [string, HTMLInputElement, HTMLElement] => {
    const names = tag.startsWith("Team") ? "teams-known" : /^(White|Black)/.test(tag) ? "players-known" : null;
    const input = h("input", { type: "text", maxlength: 80, value: tags[tag] ?? "", name: tag, list: names });
    return [tag, input, field(t(key), input)];
  });
  const fill = (other: Record<string, string>): void => inputs.forEach(([tag, input]) => (input.value = other[tag] ?? ""));
  // a team that is known brings its players
  for (const [tag, input] of inputs) {
    const seats = { TeamOne: ["WhiteA", "BlackB"], TeamTwo: ["BlackA", "WhiteB"] }[tag];
    if (seats === undefined) continue;
    input.addEventListener("change", () => {
      const team = (page.names.teams ?? []).find((one) => one.name === input.value.trim());
      if (team === undefined) return;
      for (const [seat, one] of inputs) if (seats.includes(seat)) one.value = team.players[seats.indexOf(seat)] ?? "";
    });
  }
  return {
    elements: [list("players-known", known), list("teams-known", teams), h("div", { class: "grid" }, ...inputs.map(([, , element]) => element))],
    value: () => Object.fromEntries(inputs.map(([tag, input]) => [tag, input.value])),
    fill,
  };
}

/** The teams that are known, with those that these seats are. */
function withTeams(tags: Record<string, string>): Team[] {
  const teams = new Map((page.names.teams ?? []).map((team) => [team.name, team]));
  for (const [name, one, two] of [["TeamOne", "WhiteA", "BlackB"], ["TeamTwo", "BlackA", "WhiteB"]] as const) {
    const [team, first, second] = [tags[name]?.trim() ?? "", tags[one]?.trim() ?? "", tags[two]?.trim() ?? ""];
    if (team !== "" && first !== "" && second !== "") teams.set(team, { name: team, players: [first, second] });
  }
  return [...teams.values()];
}

export async function keepNames(tags: Record<string, string>, day: Pairing[] = page.names.day): Promise<void> {
  const kept = Object.fromEntries(Object.entries(page.names.tags).filter(([tag]) => !FIELDS.some(([known]) => known === tag)));
  await send("/api/names", { tags: { ...kept, ...tags }, teams: withTeams(tags), day });
}

export function nameDialog(): void {
  const seats = seatFields(page.names.tags);
  // what is told while the dialog is open stays: what is entered here is what is taken out and put in
  const removed = new Set<string>();
  const added: Pairing[] = [];
  const day = (): Pairing[] => [...page.names.day.filter((one) => !removed.has(JSON.stringify(one))), ...added];
  const list = h("ul", { class: "day" });
  const draw = (): void => {
    list.replaceChildren(
      ...day().map((pairing) =>
        h(
          "li",
          { "data-result": pairing.result },
          h("span", {}, `${pairing.one} – ${pairing.two}`),
          h("strong", {}, pairing.result === "*" ? t("toCome") : pairing.result),
          h("button", { type: "button", class: "quiet", "aria-label": t("remove", { what: `${pairing.one} – ${pairing.two}` }), click: () => { if (added.includes(pairing)) added.splice(added.indexOf(pairing), 1); else removed.add(JSON.stringify(pairing)); draw(); } }, "×"),
        ),
      ),
    );
  };
  draw();
  const one = h("input", { type: "text", maxlength: 80, "aria-label": t("teamOne"), placeholder: t("teamOne"), list: "teams-known" });
  const two = h("input", { type: "text", maxlength: 80, "aria-label": t("teamTwo"), placeholder: t("teamTwo"), list: "teams-known" });
  const add = (): void => {
    if (one.value.trim() === "" || two.value.trim() === "") return;
    added.push({ one: one.value.trim(), two: two.value.trim(), result: "*" });
    [one.value, two.value] = ["", ""];
    draw();
  };
  openDialog(
    t("names"),
    [
      ...seats.elements,
      h("h3", {}, t("day")),
      scoreTable(page.names.day) ?? h("p", { class: "empty" }, t("noScore")),
      list,
      h("div", { class: "row" }, one, two, h("button", { type: "button", class: "quiet", click: add }, t("addPairing"))),
    ],
    async () => {
      add();
      await keepNames(seats.value(), day());
      toast(t("taken"));
    },
  );
}

/** The next match: the same four as they sit or otherwise, or the next pairing. */
export function nextDialog(): void {
  const told = page.match.result;
  const seats = seatFields(page.names.tags);
  const swap = (pairs: [string, string][]) => (): void => {
    const now = seats.value();
    seats.fill({ ...now, ...Object.fromEntries(pairs.flatMap(([a, b]) => [[a, now[b] ?? ""], [b, now[a] ?? ""]])) });
  };
  const button = (key: Key, name: string, act: () => void): HTMLElement => h("button", { type: "button", "data-seating": name, click: act }, t(key));
  const colors = swap([["WhiteA", "BlackA"], ["WhiteB", "BlackB"], ["TeamOne", "TeamTwo"]]);
  const sides = swap([["WhiteA", "BlackB"], ["BlackA", "WhiteB"]]);
  const coming = page.names.day.filter((pairing) => pairing.result === "*" && (pairing.match ?? "") === "");
  const players = (team: string): readonly string[] => (page.names.teams ?? []).find((one) => one.name === team)?.players ?? ["", ""];
  const pairings = coming.map((pairing) =>
    h("button", { type: "button", "data-pairing": `${pairing.one} – ${pairing.two}`, click: () => {
      const [first, second] = [players(pairing.one), players(pairing.two)];
      seats.fill({ ...seats.value(), TeamOne: pairing.one, TeamTwo: pairing.two, WhiteA: first[0] ?? "", BlackB: first[1] ?? "", BlackA: second[0] ?? "", WhiteB: second[1] ?? "" });
    } }, `${pairing.one} – ${pairing.two}`),
  );
  openDialog(
    t("nextMatch"),
    [
      told === null ? h("p", { class: "hint" }, t("noResultYet")) : h("p", {}, `${told.result}  ${told.text}`),
      h("div", { class: "row" }, button("asTheySit", "kept", () => seats.fill(page.names.tags)), button("otherColors", "colors", colors), button("otherBoards", "boards", sides)),
      pairings.length === 0 ? h("span", {}) : h("div", { class: "row" }, ...pairings),
      ...seats.elements,
    ],
    async () => {
      const tags = seats.value();
      await send("/api/names", { tags: page.names.tags, teams: withTeams(tags), day: page.names.day });
      await send("/api/next", { tags });
      toast(t("nextAsked"));
    },
    t("startNext"),
  );
}
