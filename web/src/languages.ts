// The page in the reader's language: what stands in the page itself, and the choice of another language.

import { h } from "./dom";
import { LANGUAGES, isText, language, speak, t, type Language } from "./texts";

/** Says in the page's language what stands in the page: `data-text` and `data-label` name texts. */
export function translate(): void {
  document.documentElement.lang = language();
  for (const element of document.querySelectorAll("[data-text], [data-label]")) {
    const { text, label } = (element as HTMLElement).dataset;
    if (text !== undefined && isText(text)) element.textContent = t(text);
    if (label !== undefined && isText(label)) element.setAttribute("aria-label", t(label));
  }
}

/** The choice of the page's language. */
export function languageChoice(): HTMLElement {
  const options = Object.entries(LANGUAGES).map(([code, name]) => h("option", { value: code, lang: code, selected: code === language() }, name));
  const change = (): void => {
    speak(select.value as Language);
    // an address that asks for a language would have the last word
    const asked = new URL(location.href);
    asked.searchParams.delete("lang");
    if (asked.href === location.href) location.reload();
    else location.assign(asked);
  };
  const select = h("select", { class: "languages", "aria-label": t("language"), change }, ...options);
  return select;
}
