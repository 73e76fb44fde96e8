// Questions to the arbiter: one at a time, in a dialog that the keyboard can leave.

import { h } from "./dom";
import { t } from "./texts";

/** Asks; `enter` sends, and its failure is shown in the dialog. */
export function openDialog(title: string, content: Node[], enter: (() => Promise<void>) | null, label = t("enter")): HTMLDialogElement {
  const failure = h("p", { class: "failure", role: "alert" });
  const done = (): void => dialog.close();
  const form = h(
    "form",
    {
      method: "dialog",
      submit: (event) => {
        event.preventDefault();
        if (enter === null) return done();
        failure.textContent = "";
        enter().then(done, (error: unknown) => {
          failure.textContent = error instanceof Error ? error.message : String(error);
        });
      },
    },
    h("h2", {}, title),
    ...content,
    failure,
    h(
      "div",
      { class: "actions" },
      h("button", { type: "button", class: "quiet", click: done }, enter === null ? t("close") : t("cancel")),
      enter === null ? null : h("button", { type: "submit", class: "main" }, label),
    ),
  );
  const dialog = h("dialog", { "aria-label": title, close: () => dialog.remove(), click: (event) => { if (event.target === dialog) done(); } }, form);
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** A choice of one: buttons of which one is pressed. */
export function choice<T extends string>(label: string, options: [T, string][], chosen: T, changed?: (value: T) => void): { element: HTMLElement; value: () => T } {
  let value = chosen;
  const buttons = options.map(([option, text]) =>
    h("button", { type: "button", role: "radio", "aria-checked": option === value ? "true" : "false", "data-value": option, click: () => set(option) }, text),
  );
  const set = (option: T): void => {
    value = option;
    for (const button of buttons) button.setAttribute("aria-checked", button.dataset["value"] === option ? "true" : "false");
    changed?.(option);
  };
  return { element: h("div", { class: "choice", role: "radiogroup", "aria-label": label }, h("span", { class: "label" }, label), h("div", { class: "options" }, ...buttons)), value: () => value };
}

/** A field with its label. */
export function field(label: string, input: HTMLElement): HTMLElement {
  return h("label", { class: "field" }, h("span", { class: "label" }, label), input);
}
