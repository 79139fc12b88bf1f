import { languages, type Language } from "../../../domain/limits";
import { errorCodes } from "../../platform/errors";
import type { Messages } from "../../platform/messages";
import { nearest } from "../../platform/nearest";
import { escapePointer } from "../../platform/pointer";
import type { Problem } from "../../platform/problem";

const languageNames = Object.keys(languages) as Language[];
const pluralForms: Record<Language, number> = { en: 2, ru: 3 };

/**
 * Where the languages differ: a key that one lacks, other placeholders, a wrong
 * number of plural forms; and codes of the error table without a text.
 */
export function checkLocales(messages: Messages): Problem[] {
  const keys = new Set([
    ...errorCodes.map((code) => `errors.${code}`),
    ...languageNames.flatMap((name) => [...messages.texts(name).keys()]),
  ]);
  const misspelt = Object.fromEntries(
    languageNames.map((language) => [
      language,
      misspeltIn(messages, language, keys),
    ]),
  );
  return [...keys].flatMap((key) =>
    languageNames.flatMap((language) => {
      const reason = faultOf(messages, language, key, misspelt[language] ?? []);
      if (!reason) return [];
      const pointer = `/${key.split(".").map(escapePointer).join("/")}`;
      return [{ file: `locales/${language}.json`, pointer, reason }];
    }),
  );
}

function faultOf(
  messages: Messages,
  language: Language,
  key: string,
  misspelt: readonly string[],
): string | null {
  const text = messages.texts(language).get(key);
  if (text === undefined) {
    const near = nearest(key, misspelt);
    return `is missing${near === undefined ? "" : `; did you write "${near}"?`}`;
  }
  if (text.trim() === "") return "is empty";
  const forms = text.split("||||").length;
  if (forms > 1 && forms !== pluralForms[language])
    return `has ${forms} plural forms, not ${pluralForms[language]}`;
  const english = messages.texts("en").get(key) ?? text;
  const [own, expected] = [text, english].map(placeholders);
  return own === expected ? null : `has ${own}, where English has ${expected}`;
}

/** More names to compare than this are no slips of the hand. */
const mostCompared = 2_000;

/** Keys that only this language has: each may be one that it lacks. */
function misspeltIn(
  messages: Messages,
  language: Language,
  keys: ReadonlySet<string>,
): readonly string[] {
  const other = languageNames.find((name) => name !== language) ?? "en";
  const own = messages.texts(language);
  const only = [...own.keys()].filter((one) => !messages.has(other, one));
  const missing = [...keys].filter((key) => !own.has(key));
  return only.length * missing.length > mostCompared ? [] : only;
}

const placeholders = (text: string): string =>
  [...new Set(text.match(/%\{\w+\}/g))].sort().join(" ") || "no placeholders";
