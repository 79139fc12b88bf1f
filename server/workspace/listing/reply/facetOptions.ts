import { setImmediate as nextTurn } from "node:timers/promises";
import { saleDays } from "../../../../domain/japanTime";
import { fixedChoices } from "../../../../domain/listing/kinds/kinds";
import type { FilterValue } from "../../../../domain/listing/state";
import type { Filter } from "../../../../domain/resource";
import type { Option } from "../../../../generated/schemas";
import { groupMembers } from "../../../../domain/condition/values";
import type { Facet } from "../query/facetPlan";
import type { DictionaryCache, Word } from "../source/dictionaryCache";
import { storageOf, type RowSource } from "../source/rowSource";

/** Returns the label of a choice, or of a dictionary word with a vocabulary. */
export type ChoiceLabel = (filter: Filter, value: string) => string;

/** Orders labels, by default by their code units. */
export type CompareLabels = (a: string, b: string) => number;

type Counts = ReadonlyMap<string, number>;
type Ranked = Option & { rank: number | null };

type Asked = {
  source: RowSource;
  facet: Facet;
  counts: Counts;
  chosen: FilterValue | undefined;
  dictionaries: DictionaryCache;
  label: ChoiceLabel;
  compare?: CompareLabels | undefined;
  /** The labels of codes. */
  names: ReadonlyMap<string, string>;
  now: Date;
  /** Keeps only choices with this text in their label or in their stored word. */
  search?: string | undefined;
};

/**
 * Returns the choices of a facet in the order of the reply. Choices without
 * rows are left out unless they are chosen; days are always listed. Words are
 * ordered by rank, then label; enum values as in the schema; facets with `top`
 * by frequency.
 */
export function facetOptions(asked: Asked): Option[] {
  const { facet, chosen, search } = asked;
  const chosenValues = chosenOf(chosen);
  const isWanted = (option: Option) =>
    search === undefined
      ? option.counter > 0 ||
        isDays(facet) ||
        chosenValues.includes(option.value)
      : option.counter > 0 &&
        [option.label, option.word ?? ""].some((text) =>
          contains(text, search),
        );
  const { top, except = [] } = facet.filter;
  const all = allOptions(asked, chosenValues);
  const options = all.options.filter(
    (option) => isWanted(option) && !except.includes(option.value),
  );
  const order = all.order ?? (() => 0);
  const kept =
    top === undefined
      ? options.sort(order)
      : firstOf(options, top, (a, b) => b.counter - a.counter || order(a, b));
  const isKept = new Set(kept);
  const added = options
    .filter(
      (option) => !isKept.has(option) && chosenValues.includes(option.value),
    )
    .sort(order);
  return [...kept, ...added].map(({ rank: _rank, ...option }) => option);
}

/**
 * Returns the counts without the values that are too rare for the `top` of a
 * facet. Labels of thousands of words would be read and sorted for nothing.
 */
export function leadingCounts(
  { filter: { top, except = [] }, kind }: Facet,
  counts: Counts,
  chosen: FilterValue | undefined,
): Counts {
  const isFromRows = ["terms", "texts", "codes"].includes(kind);
  if (top === undefined || !isFromRows || counts.size <= top) return counts;
  const isExcepted = new Set(except);
  const ordered = Uint32Array.from(counts.values()).sort();
  // Values that are left out may be among the largest.
  const least = ordered.at(-top - except.length) ?? 0;
  const chosenValues = new Set(chosenOf(chosen));
  const kept = new Map<string, number>();
  for (const [value, count] of counts)
    if (!isExcepted.has(value) && (count >= least || chosenValues.has(value)))
      kept.set(value, count);
  return kept;
}

const isDays = ({ kind }: Facet) => kind === "days";

const contains = (text: string, part: string) =>
  text.toLowerCase().includes(part.toLowerCase());

/**
 * Returns the first entries in this order. To order all of 40,000 words would take
 * ten times as long.
 */
function firstOf<Entry>(
  entries: readonly Entry[],
  count: number,
  order: (a: Entry, b: Entry) => number,
): Entry[] {
  let first: Entry[] = [];
  let last: Entry | undefined;
  const cut = () => {
    first = first.sort(order).slice(0, count);
    last = first.length < count ? undefined : first.at(-1);
  };
  for (const entry of entries) {
    if (last !== undefined && order(entry, last) >= 0) continue;
    first.push(entry);
    if (first.length >= 2 * count) cut();
  }
  cut();
  return first;
}

function chosenOf(chosen: FilterValue | undefined): string[] {
  if (chosen?.kind === "choices") return chosen.values;
  if (chosen?.kind === "flag") return [chosen.value ? "1" : "0"];
  return [];
}

type Order = (a: Ranked, b: Ranked) => number;

/** Returns the choices in their order, or with the order that they need. */
function allOptions(
  asked: Asked,
  chosen: readonly string[],
): { options: Ranked[]; order?: Order } {
  const { facet, counts, label, compare, names, now } = asked;
  const byLabel = byPlace(compare ?? byCodeUnits);
  const countOf = (value: string) => counts.get(value) ?? 0;
  const option = (value: string, counter = countOf(value)): Ranked => ({
    value,
    label: label(facet.filter, value),
    counter,
    rank: null,
  });
  const values = [
    ...counts.keys(),
    ...chosen.filter((value) => !counts.has(value)),
  ];
  switch (facet.kind) {
    case "flag":
      return {
        options: [option("1", countOf("true")), option("0", countOf("false"))],
      };
    case "range":
    case "dates":
    case "text":
      return { options: [] };
    case "days": {
      const days = saleDays(now).map(({ value }) => value);
      const listed = [...new Set([...days, ...chosen])].sort();
      return { options: listed.map((day) => option(day)) };
    }
    case "enum":
    case "empty":
    case "newerThan":
      return {
        options: (fixedChoices[facet.kind]?.(facet) ?? []).map((value) => {
          const members = groupMembers(facet.field, value).map(countOf);
          const rows = members.reduce((sum, count) => sum + count, 0);
          return option(value, rows);
        }),
      };
    case "texts":
      return { options: values.map((value) => option(value)), order: byLabel };
    case "codes": {
      const named = values.map((value) => {
        const unnamed = option(value);
        return { ...unnamed, label: names.get(value) ?? unnamed.label };
      });
      return { options: named, order: byLabel };
    }
    case "terms": {
      const wordOf = wordFinder(asked);
      const words = values.map((value): Ranked => {
        const word = wordOf(value);
        return {
          value,
          label: word?.name ?? value,
          counter: countOf(value),
          rank: word?.rank ?? null,
        };
      });
      // Thousands of names need no translation: code units are compared faster.
      return isFoundByWord(facet)
        ? { options: words, order: byPlace(byCodeUnits) }
        : { options: inOwnWords(words, asked), order: byLabel };
    }
  }
}

/** Returns a function that finds the word of a value in the dictionary of a facet. */
function wordFinder({
  source,
  facet,
  dictionaries,
}: Pick<Asked, "source" | "facet" | "dictionaries">): (
  value: string,
) => Word | undefined {
  const storage = storageOf(source, facet.filter.field);
  if (storage.kind !== "term") return () => undefined;
  return (value) => dictionaries.find(storage.dictionary, Number(value));
}

/** A step of a search passes so many words: less than 5 ms. */
const searchedInTurn = 5_000;

/** Returns whether the labels of a facet are words of a dictionary, without translation. */
export const isFoundByWord = ({ kind, field }: Facet): boolean =>
  kind === "terms" && field["x-vocabulary"] === undefined;

/** Returns the counts of the words that contain a text. */
export async function matchingCounts(
  asked: Pick<Asked, "source" | "facet" | "dictionaries" | "counts">,
  search: string,
): Promise<Counts> {
  const wordOf = wordFinder(asked);
  const found = new Map<string, number>();
  let passed = 0;
  for (const [value, count] of asked.counts) {
    if (contains(wordOf(value)?.name ?? value, search)) found.set(value, count);
    passed += 1;
    if (passed % searchedInTurn === 0) await nextTurn();
  }
  return found;
}

/** Translates words. Words with the same translation are kept apart by the word. */
function inOwnWords(
  words: readonly Ranked[],
  { facet, label: labelOf }: Asked,
): Ranked[] {
  const labels = words.map(({ label }) => labelOf(facet.filter, label));
  const times = new Map<string, number>();
  for (const label of labels) times.set(label, (times.get(label) ?? 0) + 1);
  return words.map((word, index) => {
    const label = labels[index] ?? word.label;
    const isClear = label === word.label || times.get(label) === 1;
    return {
      ...word,
      label: isClear ? label : `${label} (${word.label})`,
      ...(label === word.label ? {} : { word: word.label }),
    };
  });
}

const byCodeUnits = (a: string, b: string) => (a === b ? 0 : a < b ? -1 : 1);

/** Orders by rank, then by label. */
const byPlace = (compare: CompareLabels) => (a: Ranked, b: Ranked) =>
  a.rank === b.rank
    ? compare(a.label, b.label) || byCodeUnits(a.value, b.value)
    : (a.rank ?? Infinity) - (b.rank ?? Infinity);
