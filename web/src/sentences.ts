// Alerts' sentences in the languages beside English. The program tells an alert in English; here the same is said of the same seat, piece,
// squares and move. What has no sentence here is shown as it was told.

import { REASONS, SENTENCES } from "./texts/sentences";
import { alertTitle, language, pieceName, t } from "./texts";
import type { Alert, Turn } from "./wire";

/** The piece that an alert is about: as it was told, or what a drop names. */
function pieceOf(alert: Alert, turn: Turn | undefined): string {
  const dropped = /^([PNBRQK])@/.exec(alert.uci ?? turn?.uci ?? "")?.[1];
  const letter = alert.piece ?? dropped;
  return letter === undefined ? "" : pieceName(letter);
}

/** What an alert says, in the page's language where that is known. */
export function alertSentence(alert: Alert, turn: Turn | undefined): string {
  const spoken = language();
  if (spoken === "en") return alert.text;
  const at = { el: 0, ru: 1, ro: 2, nl: 3 }[spoken];
  const title = alertTitle(alert.kind);
  const template = SENTENCES[alert.kind]?.[at] ?? (title === alertTitle(alert.kind, "en") ? undefined : `{who}: ${title.charAt(0).toLowerCase()}${title.slice(1)}.`);
  if (template === undefined) return alert.text;
  const values: Record<string, string> = {
    who: alert.seat ?? t(alert.board === "A" ? "boardA" : "boardB"),
    board: alert.board,
    move: turn?.san ?? alert.uci ?? "",
    piece: pieceOf(alert, turn),
    squares: alert.squares.join(", "),
  };
  // what is not known cannot be said: then it is said as it was told
  const lacks = [...template.matchAll(/\{(\w+)\}/g)].some(([, name]) => (values[name ?? ""] ?? "") === "");
  if (lacks) return alert.text;
  const sentence = template.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "");
  const reasons = (turn?.violations ?? []).map((word) => REASONS[word]?.[at]).filter((reason) => reason !== undefined);
  return reasons.length === 0 ? sentence : `${sentence} ${reasons.map((reason) => reason.charAt(0).toUpperCase() + reason.slice(1)).join("; ")}.`;
}
