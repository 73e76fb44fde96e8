// What articles say in the language of their own federation's text. English comes with the program.

import { DUTCH } from "./articles/dutch";
import { GREEK } from "./articles/greek";
import { ROMANIAN } from "./articles/romanian";
import { RUSSIAN } from "./articles/russian";
import type { Language } from "./texts";

const OWN: Record<string, [Language, Record<string, string>]> = { GR: ["el", GREEK], RU: ["ru", RUSSIAN], RO: ["ro", ROMANIAN], NL: ["nl", DUTCH] };

/** An article's sentence in a language, where it is the language of its text. */
export function sentence(article: string, language: Language): string | undefined {
  const [own, sentences] = OWN[article.slice(0, 2)] ?? [];
  return own === language ? sentences?.[article] : undefined;
}
