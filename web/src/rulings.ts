// What was ruled and claimed, with the answers.

import { article } from "./alerts";
import { byId, h } from "./dom";
import { page } from "./page";
import { t, type Key } from "./texts";
import { momentText } from "./time";
import type { Ruled } from "./wire";

function ruledText(ruled: Ruled): string {
  switch (ruled.ruling) {
    case "uphold":
      return `${t("accept")}: ${t("alerts")} ${ruled.alert ?? ""}`;
    case "dismiss":
      return `${t("reject")}: ${t("alerts")} ${ruled.alert ?? ""}`;
    case "turn":
      return ruled.uci === null || ruled.uci === undefined ? `${t("correct")}: ${t("notPlayed")}` : `${t("correct")}: ${ruled.uci}`;
    case "position":
      return `${t("position")} ${ruled.board ?? ""}`;
    case "reserve":
      return `${t("reserveTool")}: ${ruled.seat ?? ""} ${ruled.held ?? ""}`;
    case "penalty":
      return `${t("penalty")}: ${ruled.seat ?? ""} ${ruled.penalty ?? ""}`;
    case "claim":
      return `${t("claim")}: ${ruled.seat ?? ""} – ${t(`claims_${ruled.claim ?? "unclear"}` as Key)}`;
    case "clocks":
      return `${t("stopClocks")} ${ruled.board ?? ""}: ${t(ruled.run === true ? "running" : "paused")}`;
    case "result":
      return `${t("result")} ${ruled.board ?? ""}: ${ruled.result ?? ""}`;
    default:
      return `${t("note")}: ${ruled.text ?? ""}`;
  }
}

/** The latest so many are shown; the report has all. */
const RULINGS = 60;

let shownRulings = "";

export function drawRulings(): void {
  const state = `${page.match.rulings.length} ${page.match.rulings[0]?.at_ms ?? ""}`;
  if (state === shownRulings) return;
  shownRulings = state;
  const rows = page.match.rulings.slice(-RULINGS).reverse().map((ruled) =>
    h(
      "li",
      { class: ruled.accepted ? "ruled" : "ruled not", "data-ruling": ruled.ruling },
      h("span", { class: "when" }, momentText(ruled.at_ms)),
      h("span", {}, ruledText(ruled), ruled.accepted ? null : h("em", {}, ` – ${t("refusedWord")}`)),
      ruled.answer === "" ? null : h("span", { class: "answer" }, ruled.answer),
      ...ruled.articles.map(article),
    ),
  );
  byId("rulings").replaceChildren(...(rows.length === 0 ? [h("li", { class: "empty" }, t("noRulings"))] : rows));
}
