import { setImmediate as nextTurn } from "node:timers/promises";
import { sql } from "kysely";
import { filterId } from "../../../../domain/resource";
import { isVisible } from "../../../../domain/visible";
import type { NumberRange, Option } from "../../../../generated/schemas";
import { DatabaseUnavailable } from "../../../platform/database";
import { facetCounting, facetsOf, type Facet } from "../query/facetPlan";
import { isCounted, type Found } from "../query/listingIndex";
import {
  scopeCondition,
  tablePlace,
  type ListingQuery,
} from "../query/narrowing";
import { codeValue, fieldValue } from "../source/fieldSql";
import { fieldOf, storageOf } from "../source/rowSource";
import {
  facetOptions,
  isFoundByWord,
  leadingCounts,
  matchingCounts,
  type ChoiceLabel,
  type CompareLabels,
} from "./facetOptions";
import type { ListingReader } from "./readListing";

/**
 * The filters of a list with the choices and bounds of the matching rows; both totals are
 * -1 and there are no filters if the rows were not counted.
 */
type Facets = {
  total: number;
  totalUnfiltered: number;
  options: Record<string, Option[]>;
  ranges: Record<string, NumberRange>;
};

type Texts = { label: ChoiceLabel; compare?: CompareLabels | undefined };
type FacetOptions = Texts & { wanted?: readonly string[] | undefined };
type Counts = ReadonlyMap<string, number>;

/** The counts of some facets, of which the values are labelled. */
type Counted = {
  query: ListingQuery;
  facets: readonly Facet[];
  countsOf: (facet: Facet) => Counts;
};

const noCounts: Counts = new Map();

/** To put more choices in order takes milliseconds; other requests go first. */
const choicesInTurn = 2_000;

/** Returns the counts that the index found as facets with labels. */
export async function labelFound(
  reader: ListingReader,
  { query, found }: { query: ListingQuery; found: Found },
  { wanted, ...texts }: FacetOptions,
): Promise<Facets> {
  const { total, totalUnfiltered } = found;
  if (!isCounted(found))
    return { total, totalUnfiltered, options: {}, ranges: {} };
  const isWanted = (id: string) => !wanted || wanted.includes(id);
  const facets = facetsOf(reader.source, query).filter(({ id }) =>
    isWanted(id),
  );
  const countsOf = ({ id }: Facet) => found.counts.get(id) ?? noCounts;
  const { resource, state } = query;
  // A filter within an outer filter has no choices until that has a value.
  const empty = resource.filters
    .filter(({ by }) => by !== undefined && !state.filters[by])
    .map(filterId)
    .filter(isWanted);
  const ranges = facets.flatMap(({ id, filter, kind }) =>
    facetCounting[kind] === "bounds"
      ? [[id, { ...boundsOf(found, id), step: filter.step ?? 1 }] as const]
      : [],
  );
  return {
    total,
    totalUnfiltered,
    options: {
      ...Object.fromEntries(empty.map((id) => [id, []])),
      ...(await labelChoices(reader, { query, facets, countsOf }, texts)),
    },
    ranges: Object.fromEntries(ranges),
  };
}

const boundsOf = ({ bounds }: Found, id: string) => ({
  min: bounds.get(id)?.min ?? null,
  max: bounds.get(id)?.max ?? null,
});

/**
 * Returns the choices of one facet with the text `search` in their label. Throws if the
 * database has no time to count them.
 */
export async function labelledChoices(
  reader: ListingReader,
  query: ListingQuery,
  asked: Texts & { filter: string; search?: string | undefined },
): Promise<Option[]> {
  const { index, source } = reader;
  const { filter } = asked;
  const found = await index.find({ ...query, source }, { facets: [filter] });
  if (!isCounted(found)) throw new DatabaseUnavailable("busy");
  const facets = facetsOf(source, query).filter(({ id }) => id === filter);
  const countsOf = () => found.counts.get(filter) ?? noCounts;
  const choices = await labelChoices(
    reader,
    { query, facets, countsOf },
    asked,
  );
  return choices[filter] ?? [];
}

/** Returns the choices of all facets but ranges, by facet. */
async function labelChoices(
  reader: ListingReader,
  { query, facets, countsOf }: Counted,
  { label, compare, search }: Texts & { search?: string | undefined },
): Promise<Record<string, Option[]>> {
  const { source, dictionaries, clock } = reader;
  const chosenOf = ({ id }: Facet) => query.state.filters[id];
  const leading = new Map<Facet, Counts>();
  for (const facet of facets) {
    const counts = countsOf(facet);
    if (counts.size > choicesInTurn) await nextTurn();
    if (search === undefined)
      leading.set(facet, leadingCounts(facet, counts, chosenOf(facet)));
    else if (isFoundByWord(facet)) {
      await loadWords(reader, { query, facets: [facet], countsOf });
      const asked = { source, dictionaries, facet, counts };
      const matching = await matchingCounts(asked, search);
      leading.set(facet, leadingCounts(facet, matching, undefined));
    } else leading.set(facet, counts);
  }
  const leadingOf = (facet: Facet) => leading.get(facet) ?? noCounts;
  const labelled = { query, facets, countsOf: leadingOf };
  await loadWords(reader, labelled);
  const names = await codeNames(reader, labelled);
  const choices: Record<string, Option[]> = {};
  for (const facet of facets) {
    if (facetCounting[facet.kind] === "bounds") continue;
    const counts = leadingOf(facet);
    if (counts.size > choicesInTurn) await nextTurn();
    choices[facet.id] = facetOptions({
      ...{ source, dictionaries, facet, counts, label, compare, search },
      names: names.get(facet.id) ?? new Map<string, string>(),
      chosen: chosenOf(facet),
      now: clock.now(),
    });
  }
  return choices;
}

/** Returns the values that have rows or are chosen. */
const valuesOf = ({ query, countsOf }: Counted, facet: Facet): string[] => {
  const chosen = query.state.filters[facet.id];
  return [
    ...countsOf(facet).keys(),
    ...(chosen?.kind === "choices" ? chosen.values : []),
  ];
};

async function loadWords(
  { source, dictionaries }: ListingReader,
  counted: Counted,
): Promise<void> {
  const wanted = counted.facets.flatMap((facet) => {
    const storage = storageOf(source, facet.filter.field);
    if (storage.kind !== "term" || facetCounting[facet.kind] === "choices")
      return [];
    return valuesOf(counted, facet).map((value) => ({
      kind: storage.dictionary,
      id: Number(value),
    }));
  });
  await dictionaries.load(wanted);
}

/**
 * Reads the labels of the codes that the facets offer, by facet and code: the value that a
 * row with the code has in the field named by `x-label`. A label that is hidden from the
 * viewer is not read, nor one from a row that the viewer may not read.
 */
async function codeNames(
  reader: ListingReader,
  counted: Counted,
): Promise<ReadonlyMap<string, ReadonlyMap<string, string>>> {
  const { query, facets } = counted;
  const { row, viewer } = query;
  const named = facets.flatMap((facet) => {
    const { "x-label": label } = facet.field;
    if (facetCounting[facet.kind] === "choices") return [];
    if (label === undefined || !isVisible(row, { fields: [label] }, viewer))
      return [];
    const codes = new Set(valuesOf(counted, facet));
    return codes.size > 0 ? [{ ...facet, label, codes }] : [];
  });
  const names = named.map(async ({ id, filter, field, label, codes }) => {
    const { from, source } = tablePlace(reader.source, query);
    const { value, type } = codeValue(source, filter.field, field);
    const text = fieldValue(source, label, fieldOf(row, label));
    const { rows } = await sql<{ code: string; name: string | null }>`
      select code, (select ${text} from ${from}
        where ${scopeCondition(source, query)}
          and ${value} = code::${type} limit 1) as name
      from unnest(${[...codes]}::text[]) as codes (code)`.execute(
      reader.database.kysely,
    );
    const known = rows.flatMap(({ code, name }) =>
      name === null ? [] : [[code, name] as const],
    );
    return [id, new Map(known)] as const;
  });
  return new Map(await Promise.all(names));
}
