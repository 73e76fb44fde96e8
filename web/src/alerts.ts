// The alerts: what was seen, whom it concerns, its pictures and films, its articles, and the arbiter's answer.

import { sentence } from "./articles";
import { clipsOf, forgetClips } from "./clips";
import { correct } from "./corrections";
import { openDialog } from "./dialog";
import { penalise } from "./dialogs";
import { byId, h } from "./dom";
import { enterOrSay, page } from "./page";
import { alertSentence } from "./sentences";
import { teamOf } from "./table";
import { alertTitle, language, t } from "./texts";
import { momentText } from "./time";
import type { Alert } from "./wire";

let chosen: number | null = null;
const openArticles = new Set<string>();

/** The alert that is looked at. */
export function chosenAlert(): Alert | undefined {
  return chosen === null ? inOrder()[0] : page.match.alerts.get(chosen);
}

/** Whether no alert is looked at. */
export function noneChosen(): boolean {
  return chosen === null;
}

export function article(name: string): HTMLElement {
  const text = page.articles[name] ?? t("articleUnknown");
  const own = sentence(name, language());
  const details = h("details", { class: "article", open: openArticles.has(name) }, h("summary", {}, t("article", { name })), own === undefined ? null : h("p", { lang: language() }, own), h("p", { lang: "en" }, text));
  details.addEventListener("toggle", () => {
    if (details.open) openArticles.add(name);
    else openArticles.delete(name);
  });
  return details;
}

function enlarge(path: string, title: string): void {
  openDialog(title, [h("img", { src: path, alt: title, class: "enlarged" })], null);
}

export function alertCard(alert: Alert): HTMLElement {
  const ruled = page.match.ruling(alert.id);
  const open = alert.id === chosen;
  const closed = alert.state === "closed";
  const state = ruled === "uphold" ? t("upheld") : ruled === "dismiss" ? t("dismissed") : closed ? t("closed") : "";
  const pictures = (alert.pictures ?? []).map((path, index) => {
    const title = t(index === 0 ? "before" : "after");
    return h(
      "figure",
      {},
      h("button", { type: "button", class: "picture", click: () => enlarge(`/${path}`, `${alertTitle(alert.kind)} – ${title}`) }, h("img", { src: `/${path}`, alt: `${title}: ${alert.text}`, loading: "lazy" })),
      h("figcaption", {}, title),
    );
  });
  const remedy = alert.remedy ?? null;
  const turn = alert.turn === null ? undefined : page.match.turns.get(alert.turn);
  const told = alertSentence(alert, turn?.turn);
  const body = h(
    "div",
    { class: "alert-body" },
    h("p", { class: "sentence", lang: told === alert.text ? "en" : language() }, told),
    told === alert.text ? null : h("details", { class: "original" }, h("summary", {}, t("asTold")), h("p", { lang: "en" }, alert.text)),
    pictures.length > 0 ? h("div", { class: "pictures" }, ...pictures) : null,
    open ? clipsOf(alert.id) : null,
    ...alert.articles.map(article),
    remedy === null ? null : h("div", { class: "remedy" }, h("p", {}, h("strong", {}, `${t("remedy")}: `), remedy.text), remedy.article === null ? null : article(remedy.article)),
    h(
      "div",
      { class: "actions" },
      h("button", { type: "button", class: "accept", "data-do": "accept", click: () => enterOrSay({ ruling: "uphold", alert: alert.id }) }, t("accept")),
      h("button", { type: "button", class: "reject", "data-do": "reject", click: () => enterOrSay({ ruling: "dismiss", alert: alert.id }) }, t("reject")),
      turn === undefined ? null : h("button", { type: "button", class: "quiet", "data-do": "correct", click: () => correct(turn) }, t("correct")),
      h("a", { class: "button", href: `/appeal/${alert.id}`, download: `alert-${alert.id}.html` }, t("appeal")),
      alert.seat === null ? null : h("button", { type: "button", class: "quiet", click: () => penalise(alert.seat ?? undefined) }, t("penalty")),
    ),
  );
  const head = h(
    "button",
    { type: "button", class: "alert-head", "aria-expanded": open ? "true" : "false", click: () => choose(open ? null : alert.id) },
    h("span", { class: "alert-title" }, alertTitle(alert.kind)),
    alert.seat === null ? h("span", { class: "chip" }, alert.board) : h("span", { class: `chip team-${teamOf(alert.seat)}` }, alert.seat),
    state === "" ? null : h("span", { class: `state ${ruled ?? "closed"}` }, state),
    h("span", { class: "meta" }, `${momentText(alert.at_ms)} · ${t("certainty", { percent: Math.round(alert.certainty * 100) })}`),
  );
  const classes = ["alert", open && "open", (closed || ruled !== null) && "settled"].filter(Boolean).join(" ");
  return h("article", { class: classes, "data-alert": alert.id, "data-kind": alert.kind }, head, open ? body : null);
}

export function inOrder(): Alert[] {
  return [...page.match.alerts.values()].sort((a, b) => b.at_ms - a.at_ms || b.id - a.id);
}

export function choose(id: number | null): void {
  chosen = id;
  const alert = id === null ? undefined : page.match.alerts.get(id);
  if (alert === undefined) page.table?.point("A", []);
  else page.table?.point(alert.board, alert.squares);
  drawAlerts();
  document.querySelector(`[data-alert="${id ?? ""}"]`)?.scrollIntoView({ block: "nearest" });
}

let shownAlerts = "";

/** Another match begins. */
export function forgetAlerts(): void {
  [chosen, shownAlerts] = [null, ""];
  forgetClips();
}

export function drawAlerts(): void {
  const list = byId("alerts");
  const ruled = page.match.rulings.filter((one) => one.alert !== undefined).length;
  const state = JSON.stringify([[...page.match.alerts.values()], chosen, ruled, page.hello.silent, Object.keys(page.articles).length]);
  // pictures that are there are not loaded again for a move that was played
  if (state === shownAlerts) return;
  shownAlerts = state;
  const focused = document.activeElement?.closest<HTMLElement>("[data-alert]")?.dataset["alert"];
  const all = inOrder();
  const nothing = h("p", { class: "empty" }, t(page.hello.silent === true ? "silentKept" : "noAlerts"));
  list.replaceChildren(...(all.length === 0 ? [nothing] : all.map(alertCard)));
  if (focused !== undefined) list.querySelector<HTMLElement>(`[data-alert="${focused}"] .alert-head`)?.focus();
  const open = all.filter((alert) => alert.state !== "closed" && page.match.ruling(alert.id) === null).length;
  byId("alert-count").textContent = open === 0 ? "" : String(open);
  document.title = open === 0 ? "Tandem" : `(${open}) Tandem`;
}
