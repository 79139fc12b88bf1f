import type { Language } from "../limits";
import phrases from "../sheet/words/phrases.json";
import { translateNotes, type NoteSegment } from "../sheet/translateNotes";
import words from "./words.json";

/** Russian by English in lower case; words of bikes win over words of car sheets. */
const russian = new Map<string, string>([
  ...phrases.map(([, en = "", ru = ""]): [string, string] => [
    en.toLowerCase(),
    ru,
  ]),
  ...words.map(([en = "", ru = ""]): [string, string] => [en, ru]),
]);

/** The most words of a phrase. */
const longest = 5;

/** An English word, or the text up to the next one. */
const tokens = /[A-Za-z][A-Za-z0-9'’-]*|[^A-Za-z]+/gu;
const isWord = /^[A-Za-z]/u;
const japanese = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u;
/** `ABS` or `ETC`, which every language writes alike. */
const isAbbreviation = /^[A-Z0-9-]+$/u;

/**
 * Translates an item of an inspection, which houses write in English or Japanese. At
 * each place the longest known phrase counts: of `known`, which returns null for unknown
 * phrases, then of the dictionary. Other words stay as they are and are marked, English
 * words only for Russian readers. The texts of the segments follow each other without
 * further spaces.
 *
 * @example
 * translateItem("Tank: small dent", { language: "ru", known: () => null });
 * // [{ text: "Бак", from: "Tank" }, { text: ": " }, { text: "небольшая вмятина", from: "small dent" }]
 */
export function translateItem(
  text: string,
  {
    language,
    known,
  }: { language: Language; known: (phrase: string) => string | null },
): NoteSegment[] {
  const parts = text.match(tokens) ?? [];
  const segments: NoteSegment[] = [];
  for (let place = 0; place < parts.length;) {
    const part = parts[place] ?? "";
    if (!isWord.test(part)) {
      segments.push(...translateOther(part, language));
      place += 1;
      continue;
    }
    const found = longestPhrase(parts, place, (phrase) =>
      translatePhrase(phrase, language, known),
    );
    if (found) {
      segments.push({ text: found.text, from: found.phrase });
      place += found.count;
      continue;
    }
    const isMarked = language === "ru" && !isAbbreviation.test(part);
    segments.push(isMarked ? { text: part, isUnknown: true } : { text: part });
    place += 1;
  }
  return segments;
}

/** Returns the longest phrase that begins at a place; words are joined by one space. */
function longestPhrase(
  parts: readonly string[],
  place: number,
  translate: (phrase: string) => string | null,
): { text: string; phrase: string; count: number } | null {
  let count = 1;
  while (count < 2 * longest - 1 && parts[place + count] === " ") count += 2;
  for (; count > 0; count -= 2) {
    const phrase = parts.slice(place, place + count).join("");
    const text = translate(phrase);
    if (text !== null) return { text, phrase, count };
  }
  return null;
}

function translatePhrase(
  phrase: string,
  language: Language,
  known: (phrase: string) => string | null,
): string | null {
  const ofLocale = known(phrase);
  if (ofLocale !== null || language === "en") return ofLocale;
  const text = russian.get(phrase.toLowerCase());
  if (text === undefined) return null;
  const isCapital = /^[A-Z]/u.test(phrase);
  return isCapital ? text.charAt(0).toUpperCase() + text.slice(1) : text;
}

/** Translates Japanese; numbers and punctuation stay. */
function translateOther(text: string, language: Language): NoteSegment[] {
  const place = text.search(japanese);
  if (place < 0) return [{ text }];
  const start = text.slice(0, place);
  const end = text.slice(text.trimEnd().length);
  const translated = translateNotes(text.slice(place).trimEnd(), language);
  return [
    { text: start },
    ...translated.flatMap((segment, index) =>
      index === 0 || segment.text === ","
        ? [segment]
        : [{ text: " " }, segment],
    ),
    { text: end },
  ].filter((segment) => segment.text !== "");
}
