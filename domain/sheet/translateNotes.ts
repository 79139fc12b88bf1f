import type { Language } from "../limits";
import { foldSheetText } from "./sheetText";
import panels from "./words/panels.json";
import phrases from "./words/phrases.json";
import qualifiers from "./words/qualifiers.json";

/** A part of a translated text. */
export type NoteSegment = {
  text: string;
  /** The Japanese words that `text` translates; missing if it is the original. */
  from?: string;
  /** Japanese words that the dictionary does not have. */
  isUnknown?: true;
};

const languageColumn = { en: 1, ru: 2 } as const satisfies Record<
  Language,
  number
>;

/** Panels have whole names, since in Russian their adjectives agree with the noun. */
const panelNames = new Map(
  panels.flatMap(({ ja, en, ru }) =>
    ja.map((name): [string, readonly string[]] => [
      foldSheetText(name),
      [name, en.toLowerCase(), ru.toLowerCase()],
    ]),
  ),
);
const dictionary = new Map([
  ...panelNames,
  ...phrases.map((words): [string, readonly string[]] => [
    foldSheetText(words[0] ?? ""),
    words,
  ]),
]);
/** Words that say whether the car has the thing before them, or who made it. */
const qualifierOf = new Map(
  qualifiers.flatMap((qualifier) =>
    qualifier.ja.map((word) => [word, qualifier] as const),
  ),
);
const longest = Math.max(...[...dictionary.keys()].map(({ length }) => length));

const japanese = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}ー々]/u;

/**
 * Translates notes of an auction sheet word by word. At each position it takes the longest
 * phrase of the dictionary, with its qualifiers. It marks Japanese words without an entry
 * and leaves them as they are; other words, such as `ETC` or numbers, stay unmarked.
 * The time grows linearly with the length of the text.
 *
 * @example
 * translateNotes("内装スレ小 ETC", "en");
 * // [{ text: "interior wear", from: "内装スレ" }, { text: "slight", from: "小" }, { text: "ETC toll unit", from: "ETC" }]
 */
export function translateNotes(
  text: string,
  language: Language,
): NoteSegment[] {
  const parts = foldSheetText(text).split(/([ 、。・,;/]+)/);
  return parts.flatMap((part, index) =>
    index % 2 === 0
      ? translateWord(part, language)
      : separator(part, parts[index - 1], parts[index + 1]),
  );
}

/** Sheets separate phrases by spaces, but spaces also follow numbers and part names. */
function separator(part: string, left = "", right = ""): NoteSegment[] {
  const written = part.trim().replace(/[、。・]/g, ",");
  if (written !== "") return [{ text: written }];
  const isOneName = !japanese.test(left) && !japanese.test(right);
  const hasNumber = /\d/.test(left) || /^\d+$/.test(right);
  return isOneName || hasNumber ? [] : [{ text: "," }];
}

function translateWord(word: string, language: Language): NoteSegment[] {
  const segments: NoteSegment[] = [];
  let rest = "";
  const flush = () => {
    if (rest === "") return;
    segments.push(
      japanese.test(rest) ? { text: rest, isUnknown: true } : { text: rest },
    );
    rest = "";
  };
  for (let place = 0; place < word.length;) {
    const found = longestPhrase(word, place);
    if (found === null) {
      rest += word.charAt(place);
      place += 1;
      continue;
    }
    flush();
    const { text, from } = translateThing(word, place, { found, language });
    place += from.length;
    // A panel and its damage: "left front door: scratch".
    const isNamed = panelNames.has(from) && place < word.length;
    segments.push({ text: isNamed ? `${text}:` : text, from });
  }
  flush();
  return segments;
}

/**
 * Translates the phrase `found` at a place together with its qualifiers: `社外` before
 * it or after it, and `有` or `無` after it.
 */
function translateThing(
  word: string,
  place: number,
  { found, language }: { found: string; language: Language },
): { text: string; from: string } {
  const textOf = (phrase: string) =>
    dictionary.get(phrase)?.[languageColumn[language]] ?? phrase;
  const before = qualifierOf.get(found);
  const after = place + found.length;
  const thing = before?.isBefore ? longestPhrase(word, after) : null;
  let [text, from] = [textOf(found), found];
  if (before && thing !== null && !qualifierOf.has(thing)) {
    text = before[language].replace("{}", textOf(thing));
    from += thing;
  } else if (before || panelNames.has(found)) return { text, from };
  for (;;) {
    const next = longestPhrase(word, place + from.length);
    const qualifier = next === null ? undefined : qualifierOf.get(next);
    if (next === null || !qualifier) return { text, from };
    text = qualifier[language].replace("{}", text);
    from += next;
  }
}

/** Returns the longest phrase that begins at a place; Latin words only as a whole. */
function longestPhrase(word: string, place: number): string | null {
  const most = Math.min(longest, word.length - place);
  for (let length = most; length > 0; length -= 1) {
    const phrase = word.slice(place, place + length);
    if (!dictionary.has(phrase)) continue;
    const isCut =
      joinsLatin(word[place - 1], phrase[0]) ||
      joinsLatin(phrase.at(-1), word[place + length]);
    if (!isCut) return phrase;
  }
  return null;
}

const joinsLatin = (left = "", right = "") =>
  /[A-Za-z0-9]/.test(left) && /[A-Za-z0-9]/.test(right);
