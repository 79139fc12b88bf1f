import { languageNames, type Language } from "../../../domain/limits";
import { errorCodes } from "../../platform/errors";
import type { Messages } from "../../platform/messages";
import { hintFor } from "../../platform/nearest";
import { escapePointer, isObject } from "../../platform/pointer";
import {
  fault,
  type Fault,
  type Message,
  type Problem,
} from "../../platform/problem";
import type { JsonFile } from "../../platform/readJson";
import { wrongType } from "../../platform/schemas/schemaReason";

const pluralForms: Record<Language, number> = { en: 2, ru: 3 };
/** No text of the interface is longer. */
const longestText = 4_000;

/** Returns the mistakes in locale files: missing files and values that are not texts. */
export function checkTexts(files: readonly JsonFile[]): Problem[] {
  return languageNames.flatMap((language): Problem[] => {
    const file = `locales/${language}.json`;
    const found = files.find((other) => other.file === file);
    const faults = found
      ? textFaults(found.content, "")
      : [fault("", "fileMissing")];
    return [...faults].map((found) => ({ file, ...found }));
  });
}

function* textFaults(value: unknown, pointer: string): Generator<Fault> {
  if (isObject(value)) {
    for (const [name, part] of Object.entries(value))
      yield* textFaults(part, `${pointer}/${escapePointer(name)}`);
    return;
  }
  if (pointer !== "" && typeof value === "string") {
    if (value.length > longestText)
      yield fault(pointer, "tooLong", { limit: longestText });
    return;
  }
  const { id, values } = wrongType(value, pointer === "" ? "object" : "string");
  yield fault(pointer, id, values);
}

/**
 * Returns where the languages differ: missing keys, placeholders and plural
 * forms, and error codes without a text. These are warnings.
 */
export function checkLocales(messages: Messages): Problem[] {
  const keys = new Set([
    ...errorCodes.map((code) => `errors.${code}`),
    ...languageNames.flatMap((name) => [...messages.texts(name).keys()]),
  ]);
  return languageNames.flatMap((language) => {
    const slips = possibleSlips(messages, language, keys);
    return [...keys].flatMap((key): Problem[] => {
      const message = findDifference(messages, { language, key, slips });
      if (!message) return [];
      const pointer = `/${key.split(".").map(escapePointer).join("/")}`;
      const found = fault(pointer, message.id, message.values);
      const file = `locales/${language}.json`;
      return [{ file, ...found, severity: "warning" }];
    });
  });
}

function findDifference(
  messages: Messages,
  options: { language: Language; key: string; slips: readonly string[] },
): Message | null {
  const { language, key, slips } = options;
  const text = messages.texts(language).get(key);
  if (text === undefined) {
    const hint = slips.length > 0 ? hintFor(key, slips) : "";
    const isNear = hint !== "" && hint.id === "hintNearest";
    return { id: "textMissing", values: { hint: isNear ? hint : "" } };
  }
  if (text.trim() === "") return { id: "isEmpty" };
  const forms = text.split("||||").length;
  const expected = pluralForms[language];
  if (forms > 1 && forms !== expected)
    return { id: "wrongPlurals", values: { forms, expected } };
  return placeholderFault(messages, key, text);
}

/** Reports the text that lacks a placeholder; if both do, the one after English. */
function placeholderFault(
  messages: Messages,
  key: string,
  text: string,
): Message | null {
  const own = placeholdersIn(text);
  for (const other of languageNames) {
    const theirs = placeholdersIn(messages.texts(other).get(key) ?? text);
    const lacking = theirs.filter((name) => !own.includes(name));
    const isOnlyMore = own.every((name) => theirs.includes(name));
    if (lacking.length === 0 || !(isOnlyMore || other === "en")) continue;
    const names = lacking.join(" ");
    return { id: "lacksPlaceholder", values: { names, other } };
  }
  return null;
}

const placeholdersIn = (text: string): string[] =>
  [...new Set(text.match(/%\{\w+\}/g))].sort();

/** Comparing more pairs of names than this takes too long. */
const mostCompared = 2_000;

/** Returns the keys that only this language has: they may be misspelt. */
function possibleSlips(
  messages: Messages,
  language: Language,
  keys: ReadonlySet<string>,
): readonly string[] {
  const others = languageNames.filter((name) => name !== language);
  const own = messages.texts(language);
  const only = [...own.keys()].filter(
    (key) => !others.some((other) => messages.has(other, key)),
  );
  const missing = [...keys].filter((key) => !own.has(key));
  return only.length * missing.length > mostCompared ? [] : only;
}
