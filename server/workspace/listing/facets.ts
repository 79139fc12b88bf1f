import { setImmediate as nextTurn } from "node:timers/promises";
import { filterId } from "../../../domain/resource";
import { DatabaseUnavailable } from "../../platform/database";
import type { NumberRange, Option } from "../../../generated/schemas";
import {
  facetOptions,
  isFoundByWord,
  leadingCounts,
  matchingCounts,
  type ChoiceLabel,
  type CompareLabels,
} from "./facetOptions";
import { codeNames, type CodeNames } from "./codeNames";
import { facetsOf, type Facet } from "./facetPlan";
import { isCounted, type Found } from "./listingIndex";
import type { ListingQuery } from "./narrowing";
import type { ListingReader } from "./readListing";
import { storageOf } from "./rowSource";

/**
 * The filters of a list with the choices and bounds of the matching rows; both totals are
 * -1 and there are no filters if the rows were not counted.
 */
export type Facets = {
  total: number;
  totalUnfiltered: number;
  options: Record<string, Option[]>;
  ranges: Record<string, NumberRange>;
};

type Labelled = {
  query: ListingQuery;
  found: Found;
  label: ChoiceLabel;
  compare?: CompareLabels | undefined;
  /** The labels of codes by facet. */
  names: CodeNames;
  search?: string | undefined;
};

type FacetOptions = {
  label: ChoiceLabel;
  compare?: CompareLabels | undefined;
  wanted?: readonly string[] | undefined;
};

/** To put more choices in order takes milliseconds; other requests go first. */
const choicesInTurn = 2_000;

/** Returns the facets of the wanted filters with labels, by default of all. */
export async function labelledFacets(
  reader: ListingReader,
  query: ListingQuery,
  options: FacetOptions,
): Promise<Facets> {
  const { index, source } = reader;
  const found = await index.find(
    { ...query, source },
    { facets: options.wanted ?? "all", isLeadingEnough: true },
  );
  return labelFound(reader, { query, found }, options);
}

/** Returns the counts that the index found as facets with labels. */
export async function labelFound(
  reader: ListingReader,
  { query, found }: Pick<Labelled, "query" | "found">,
  { label, compare, wanted }: FacetOptions,
): Promise<Facets> {
  const { source } = reader;
  const { total, totalUnfiltered } = found;
  if (!isCounted(found))
    return { total, totalUnfiltered, options: {}, ranges: {} };
  const facets = facetsOf(source, query).filter(
    ({ id }) => !wanted || wanted.includes(id),
  );
  const isLong = [...found.counts.values()].some(
    ({ size }) => size > choicesInTurn,
  );
  if (isLong) await nextTurn();
  const counts = facets.map((facet) => {
    const ofFacet = found.counts.get(facet.id) ?? new Map<string, number>();
    const chosen = query.state.filters[facet.id];
    return [facet.id, leadingCounts(facet, ofFacet, chosen)] as const;
  });
  const leading = { ...found, counts: new Map(counts) };
  const loaded = { query, found: leading };
  await loadWords(reader, facets, loaded);
  const names = await codeNames(reader, facets, loaded);
  const reply: Facets = {
    total,
    totalUnfiltered,
    options: Object.fromEntries(emptyFacets(query, wanted)),
    ranges: {},
  };
  for (const facet of facets) {
    const { id, kind } = facet;
    if ((leading.counts.get(id)?.size ?? 0) > choicesInTurn) await nextTurn();
    if (kind.kind === "range") reply.ranges[id] = rangeOf(facet, found);
    else {
      const asked = { query, found: leading, label, compare, names };
      reply.options[id] = choicesOf(reader, facet, asked);
    }
  }
  return reply;
}

/**
 * Returns the choices of one facet with the text `search` in their label. Throws if the
 * database has no time to count them.
 */
export async function labelledChoices(
  reader: ListingReader,
  query: ListingQuery,
  asked: Pick<FacetOptions, "label" | "compare"> & {
    filter: string;
    search?: string | undefined;
  },
): Promise<Option[]> {
  const { index, source } = reader;
  const { filter, search, label, compare } = asked;
  const found = await index.find({ ...query, source }, { facets: [filter] });
  if (!isCounted(found)) throw new DatabaseUnavailable("busy");
  const facet = facetsOf(source, query).find(({ id }) => id === filter);
  if (!facet) return [];
  const counts = found.counts.get(filter) ?? new Map<string, number>();
  if (counts.size > choicesInTurn) await nextTurn();
  const chosen = query.state.filters[filter];
  let leading: ReadonlyMap<string, number> = counts;
  if (search === undefined) leading = leadingCounts(facet, counts, chosen);
  else if (isFoundByWord(facet)) {
    await loadWords(reader, [facet], { query, found });
    const matching = await matchingCounts({ ...reader, facet, counts }, search);
    leading = leadingCounts(facet, matching, undefined);
  }
  if (leading.size > choicesInTurn) await nextTurn();
  const kept = {
    query,
    found: { ...found, counts: new Map([[filter, leading]]) },
  };
  await loadWords(reader, [facet], kept);
  const names = await codeNames(reader, [facet], kept);
  return choicesOf(reader, facet, { ...kept, label, compare, names, search });
}

const rangeOf = ({ id, filter }: Facet, { bounds }: Found): NumberRange => ({
  min: bounds.get(id)?.min ?? null,
  max: bounds.get(id)?.max ?? null,
  step: filter.step ?? 1,
});

/** A filter within an outer filter has no choices until that has a value. */
const emptyFacets = (
  { resource, state }: ListingQuery,
  wanted: readonly string[] | undefined,
): (readonly [string, Option[]])[] =>
  resource.filters
    .filter(({ by }) => by !== undefined && !state.filters[by])
    .map(filterId)
    .filter((id) => !wanted || wanted.includes(id))
    .map((id) => [id, []] as const);

async function loadWords(
  { source, dictionaries }: ListingReader,
  facets: readonly Facet[],
  { query, found }: Pick<Labelled, "query" | "found">,
): Promise<void> {
  const wanted = facets.flatMap(({ id, filter }) => {
    const storage = storageOf(source, filter.field);
    const chosen = query.state.filters[id];
    if (storage.kind !== "term") return [];
    const values = [
      ...(found.counts.get(id)?.keys() ?? []),
      ...(chosen?.kind === "choices" ? chosen.values : []),
    ];
    return values.flatMap((value) => {
      const word = { kind: storage.dictionary, id: Number(value) };
      return dictionaries.find(word.kind, word.id) ? [] : [word];
    });
  });
  await dictionaries.load(wanted);
}

const choicesOf = (
  { source, dictionaries, clock }: ListingReader,
  facet: Facet,
  { query, found, label, compare, names, search }: Labelled,
): Option[] =>
  facetOptions({
    source,
    facet,
    dictionaries,
    label,
    compare,
    names: names.get(facet.id) ?? new Map<string, string>(),
    search,
    counts: found.counts.get(facet.id) ?? new Map<string, number>(),
    chosen: query.state.filters[facet.id],
    now: clock.now(),
  });
