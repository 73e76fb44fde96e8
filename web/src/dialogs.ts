// What the arbiter enters: claims, penalties, declarations, notes, results, the clocks.

import { choice, field, openDialog } from "./dialog";
import { h } from "./dom";
import { boards, complain, enter, enterOrSay, page, playerOf, seats, toast } from "./page";
import { pieceName, t } from "./texts";
import { send, type BoardName, type Seat } from "./wire";

export function seatChoice(chosenSeat?: Seat): { element: HTMLElement; value: () => Seat } {
  return choice<Seat>(t("player"), seats().map((seat): [Seat, string] => [seat, playerOf(seat)]), chosenSeat ?? seats()[0] ?? "Aw");
}

function boardChoice(): { element: HTMLElement; value: () => BoardName } {
  return choice<BoardName>(t("board"), boards().map((name): [BoardName, string] => [name, name]), "A");
}

export function claim(): void {
  const seat = seatChoice();
  const kinds = ["illegal", "flag", "repetition", "fifty", "hidden", "touch", "setup", "breach", "unclear"] as const;
  const what = choice<string>(t("what"), kinds.map((kind): [string, string] => [kind, t(`claims_${kind}`)]), "illegal");
  openDialog(t("claim"), [seat.element, what.element], () => enter({ ruling: "claim", seat: seat.value(), claim: what.value(), by: seat.value() }));
}

export function penalise(of?: Seat): void {
  const seat = seatChoice(of);
  const seconds = h("input", { type: "number", min: 0, max: 3600, value: 60, name: "seconds" });
  const asked = field(t("seconds"), seconds);
  asked.hidden = true;
  const kinds: [string, string][] = [["warning", t("warning")], ["time", t("time")], ["freeze", t("freeze")], ["loss", t("loss")]];
  const what = choice<string>(t("penalty"), kinds, "warning", (value) => {
    asked.hidden = value !== "time" && value !== "freeze";
  });
  openDialog(t("penalty"), [seat.element, what.element, asked], () => {
    const timed = what.value() === "time" || what.value() === "freeze";
    return enter({ ruling: "penalty", seat: seat.value(), penalty: what.value(), seconds: timed ? Number(seconds.value) : 0 });
  });
}

export function declare(): void {
  const seat = seatChoice(page.clocks?.promotions[0]);
  const kinds = ["Q", "R", "B", "N"].map((letter): [string, string] => [letter, pieceName(letter)]);
  const what = choice<string>(t("promotesTo"), kinds, "Q");
  openDialog(t("declare"), [seat.element, what.element], () => enter({ declare: seat.value(), promotion: what.value() }));
}

export function note(): void {
  const text = h("textarea", { rows: 4, maxlength: 2000, required: true, name: "note" });
  openDialog(t("note"), [field(t("noteText"), text)], () => enter({ ruling: "note", text: text.value }));
}

export function result(): void {
  const where = boardChoice();
  const kinds: [string, string][] = [["1-0", t("whiteWins")], ["0-1", t("blackWins")], ["1/2-1/2", t("draw")], ["*", t("goesOn")]];
  const what = choice<string>(t("result"), kinds, "1-0");
  openDialog(t("endGame"), [where.element, what.element], () => enter({ ruling: "result", board: where.value(), result: what.value() }));
}

export function clockDialog(): void {
  const act = (what: unknown) => (): void => void send("/api/clock", what).then(() => toast(t("taken")), complain);
  const rule = (of: BoardName[], run: boolean) => (): void => of.forEach((name) => enterOrSay({ ruling: "clocks", board: name, run }));
  const setting = page.clocks?.setting ?? { base_ms: 300_000, increment_ms: 0, delay_ms: 0 };
  const base = h("input", { type: "number", min: 0.1, max: 600, step: 0.1, value: setting.base_ms / 60_000, name: "base" });
  const increment = h("input", { type: "number", min: 0, max: 600, value: setting.increment_ms / 1000, name: "increment" });
  const delay = h("input", { type: "number", min: 0, max: 600, value: setting.delay_ms / 1000, name: "delay" });
  const button = (text: string, click: () => void): HTMLElement => h("button", { type: "button", click }, text);
  openDialog(
    t("clocksTitle"),
    [
      h("div", { class: "row" }, button(t("stopBoth"), rule(["A", "B"], false)), button(t("runBoth"), rule(["A", "B"], true)), button(t("startBoth"), act({ do: "start" }))),
      h("div", { class: "row" }, button(t("stopA"), rule(["A"], false)), button(t("runA"), rule(["A"], true)), button(t("stopB"), rule(["B"], false)), button(t("runB"), rule(["B"], true))),
      h("div", { class: "row" }, field(t("base"), base), field(t("increment"), increment), field(t("delay"), delay)),
    ],
    async () => {
      await send("/api/clock", { do: "set", base_ms: Math.round(Number(base.value) * 60_000), increment_ms: Math.round(Number(increment.value) * 1000), delay_ms: Math.round(Number(delay.value) * 1000) });
      toast(t("taken"));
    },
    t("setClocks"),
  );
}
