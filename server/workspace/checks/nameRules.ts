import {
  averageKey,
  summaryKey,
  type SummaryEntry,
} from "../../../domain/summary";
import {
  detailFields,
  filterId,
  filterParam,
  filterSend,
  keyValue,
  rowValueField,
  timeZoneValue,
  todayValue,
  type Filter,
  type Resource,
} from "../../../domain/resource";
import { hintFor, nearest } from "../../platform/nearest";
import { escapePointer } from "../../platform/pointer";
import { fault, type Fault, type Message } from "../../platform/problem";
import { inheritedNames } from "../../platform/schemas/checkRow";
import { rule, valuesAt, type Facts, type Rule } from "./rules";

type NameCheck = (name: string, facts: Facts) => Iterable<Fault>;

const known =
  (
    id: Message["id"],
    namesOf: (facts: Facts) => readonly string[],
  ): NameCheck =>
  (name, facts) => {
    const names = namesOf(facts);
    if (names.includes(name)) return [];
    const row = facts.row.$id;
    return [fault("", id, { name, row, hint: hintFor(name, names) })];
  };

const field = known("unknownField", ({ row }) => Object.keys(row.properties));
/** The values of an action that do not stand for a constant. */
const rowValue = known("unknownField", ({ row }) => [
  ...Object.keys(row.properties).map((name) => `@${name}`),
  keyValue,
  todayValue,
  timeZoneValue,
]);
const anyFilter = known("unknownFilter", ({ filters }) =>
  filters.map(filterId),
);
/** A filter of a misspelt field has a misspelt id; only the field is reported. */
export const filterName: NameCheck = (name, facts) => {
  const misspelt = facts.filters
    .filter(({ id, field: of }) => !id && !facts.row.properties[of])
    .map(filterId);
  return nearest(name, misspelt) === undefined ? anyFilter(name, facts) : [];
};
const filter = filterName;
const sort = known("unknownSort", ({ resource }) =>
  (resource.sorts ?? []).map(({ id }) => id),
);
const total = known("unknownTotal", ({ resource }) =>
  (resource.summary ?? []).map(summaryKey),
);

/** Where a declaration names a field, a filter or a sort. */
const names: Readonly<Record<string, NameCheck>> = {
  key: field,
  "defaultOrder/field": field,
  "columns/*/fields/*": field,
  "columns/*/sort": sort,
  "columns/*/refersTo/by": field,
  "related/*/by": field,
  "lead/fields/*": field,
  "lead/due": field,
  "timelines/*/state": field,
  "boards/*": field,
  "timelines/*/steps/*/on": field,
  "timelines/*/steps/*/planned": field,
  "summary/*/field": field,
  "exported/*": field,
  "chart/x": field,
  "chart/y": field,
  "chart/by": filter,
  "chart/caption/*": filter,
  "filters/*/field": field,
  "filters/*/by": filter,
  "filters/*/resets/*": filter,
  "sorts/*/field": field,
  "search/parameters/*/fields/*": field,
  "calls/options/*/by": filter,
  "tabs/filter": filter,
  "import/key/*": field,
  "import/ends": field,
  "notices/*/fields/*": field,
  "notices/*/changed/*": field,
  "notices/*/to/field": field,
  "card/badge": field,
  "card/due": field,
  "card/price": field,
  "card/status": field,
  "card/title/*": field,
  "card/lines/*/*": field,
};

/** Returns a rule about the keys of objects. */
const keysRule = (path: string, check: NameCheck): Rule =>
  rule(path, function* (named: object, facts) {
    for (const name of Object.keys(named))
      for (const found of check(name, facts))
        yield { ...found, pointer: `/${escapePointer(name)}` };
  });

/** Rules about names of fields, filters and sorts that do not exist. */
export const nameRules: readonly Rule[] = [
  ...Object.entries(names).map(([path, check]) => rule(path, check)),
  rule("summary/*", function* (entry: SummaryEntry, facts) {
    if (typeof entry === "string") yield* field(entry, facts);
  }),
  rule("detailRoute", function* (route: string, facts) {
    for (const name of detailFields(route)) yield* field(name, facts);
  }),
  rule("filterRoute", function* (route: string, facts) {
    yield* filter(route.slice(route.lastIndexOf(":") + 1), facts);
  }),
  keysRule("actions/*/patch", field),
  rule("actions/*/values", function* (values: object, facts) {
    for (const [name, value] of Object.entries(values)) {
      if (rowValueField(value) === null) continue;
      for (const found of rowValue(String(value), facts))
        yield { ...found, pointer: `/${escapePointer(name)}` };
    }
  }),
  keysRule("menu/counterFilters", filter),
  keysRule("menu/unreadFilters", filter),
  keysRule("calls/options", filter),
  rule("calls/list/facets/*", filter),
  rule("calls/list/totals", function* (totals: string | object, facts) {
    if (typeof totals === "string") return;
    for (const name of Object.keys(totals))
      for (const found of total(name, facts))
        yield { ...found, pointer: `/${escapePointer(name)}` };
  }),
];

/** Names of parameters that each call of a list has. */
const ownParameters = "page pageSize sort order format columns facets";
/** Names of parameters that the URL of each list has. */
const ownUrlNames = "page pageSize sort order board";

type Unique = {
  /** Paths of the names, or of objects if `of` is given. */
  paths: readonly string[];
  of?: (entry: Filter & { view: string }) => string | readonly string[];
  reserved?: string;
};

/** The names that must be unique in a declaration, and the reserved names. */
const unique: readonly Unique[] = [
  { paths: ["columns/*/id"] },
  { paths: ["sorts/*/id"] },
  { paths: ["summary/*"], of: ({ field: of }) => averageKey(of) },
  { paths: ["actions/*/id"] },
  { paths: ["notices/*/id"] },
  { paths: ["timelines/*/id"] },
  { paths: ["actions/*/shortcut/*"] },
  { paths: ["pageSizes/*"] },
  { paths: ["ignores/*"], reserved: ownParameters },
  { paths: ["views/*"], of: ({ view }) => view },
  { paths: ["tabs/values/*/value"] },
  { paths: ["search/parameters/*/value"] },
  {
    paths: ["calls/list/rows", "calls/list/totals", "calls/list/totals/*"],
    reserved: "success pageInfo counters totalBids",
  },
  {
    paths: ["filters/*"],
    of: filterId,
    reserved: "success totalSearchResults totalResults",
  },
  {
    paths: ["search/param", "filters/*"],
    of: filterParam,
    reserved: ownUrlNames,
  },
  {
    paths: ["search/send/*", "filters/*"],
    of: (filter) => [
      ...filterSend(filter),
      ...(filter.also ? [filter.also] : []),
    ],
    reserved: ownParameters,
  },
];

/** Rules about names that appear twice or that the program itself uses. */
export const uniqueRules: readonly Rule[] = unique.map((names) =>
  rule("", (resource: Partial<Resource>) => repeated(resource, names)),
);

function* repeated(
  resource: Partial<Resource>,
  { paths, of, reserved = "" }: Unique,
): Generator<Fault> {
  const taken = reserved.split(" ");
  const seen = new Map<string, string>();
  for (const path of paths)
    for (const { pointer, value } of valuesAt(resource, path))
      for (const name of namesIn(value, of)) {
        const other = seen.get(name);
        if (inheritedNames.includes(name) || taken.includes(name))
          yield fault(pointer, "reservedName", { name });
        else if (other !== undefined)
          yield fault(pointer, "nameTaken", { name, other });
        else seen.set(name, pointer);
      }
}

function namesIn(value: unknown, of: Unique["of"]): readonly string[] {
  if (typeof value === "string" || typeof value === "number")
    return [String(value)];
  if (!of || typeof value !== "object" || value === null) return [];
  return [of(value as Filter & { view: string })].flat();
}
