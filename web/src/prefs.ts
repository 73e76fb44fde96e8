// Light or dark, as this browser was told last; else as the system has it.

import { keep, kept } from "./dom";

export function applyTheme(): void {
  const theme = kept("theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset["theme"] = theme;
  else delete document.documentElement.dataset["theme"];
}

export function otherTheme(): void {
  const dark = document.documentElement.dataset["theme"] ?? (window.matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  keep("theme", dark === "dark" ? "light" : "dark");
  applyTheme();
}
