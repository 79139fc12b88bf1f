import { type SummaryEntry } from "../../../domain/summary";
import { isComputed } from "../../../domain/computed/rule";
import { isFileField } from "../../../domain/fileField";
import { filterKind } from "../../../domain/listing/kinds/kinds";
import {
  testsIn,
  type Conditions,
  type FieldTest,
} from "../../../domain/condition/condition";
import {
  fieldType,
  isDate,
  type Field,
  type Filter,
  type Resource,
  type RowSchema,
} from "../../../domain/resource";
import { hintFor } from "../../platform/nearest";
import { escapePointer } from "../../platform/pointer";
import { fault, under, type Fault, type Problem } from "../../platform/problem";
import { isComparable } from "../../platform/schemas/conditionFaults";
import { show } from "../../platform/schemas/schemaReason";
import {
  isStored,
  storageOf,
  type FieldStorage,
  type RowSource,
} from "../listing/source/rowSource";
import type { SetCheck } from "./checkSources";
import { applyRules, rule, type Rule } from "./rules";

/**
 * Returns the check that the tables behind rows can hold the fields of the row
 * schemas, and answer every filter, sort and search of the declarations.
 */
export const checkStorage =
  (
    sourcesOf: (resources: readonly Resource[]) => readonly RowSource[],
  ): SetCheck =>
  ({ resources, schemas }) => {
    const sources = sourcesOf(resources);
    const rows = new Set(schemas.all().map(({ $id }) => $id));
    const ofRows = sources.flatMap((source): Problem[] => {
      if (!rows.has(source.row)) return [];
      const file = `schemas/${source.row}.json`;
      const faults = rowFaults(source, schemas.row(source.row));
      return [...faults].map((found) => ({ file, ...found }));
    });
    const ofLists = resources.flatMap((resource): Problem[] => {
      const file = `resources/${resource.name}.json`;
      const tables = sources.filter(({ row }) => row === resource.row);
      const [source] = tables;
      if (resource.store && tables.length > 1) {
        const values = { row: resource.row };
        return [{ file, ...fault("/store", "storeHasTable", values) }];
      }
      if (resource.single && !resource.store)
        return [{ file, ...fault("/single", "singleNeedsStore") }];
      const faults = source
        ? listFaults(source, resource, schemas.row(resource.row))
        : [noTable(resource, sources)];
      return [...faults].map((found) => ({ file, ...found }));
    });
    return [...ofRows, ...ofLists];
  };

function noTable({ row }: Resource, sources: readonly RowSource[]): Fault {
  const rows = sources.map((source) => source.row);
  return fault("/row", "rowWithoutTable", { row, hint: hintFor(row, rows) });
}

function* rowFaults(source: RowSource, row: RowSchema): Generator<Fault> {
  for (const [name, storage] of Object.entries(source.fields)) {
    const field = row.properties[name];
    // Imports fill the stored fields of lots; other rows may lack them.
    const isFilled = row["x-areas"] && storage.kind !== "computed";
    if (!field && !isFilled) continue;
    const pointer = `/properties/${escapePointer(name)}`;
    if (field?.["x-core"] === true)
      yield* storedFieldFaults(field, { pointer, storage });
    else yield fault(pointer, field ? "coreUnmarked" : "coreMissing");
  }
  if (source.table !== "records")
    for (const [name, field] of Object.entries(row.properties))
      if (isFileField(field))
        yield fault(
          `/properties/${escapePointer(name)}/x-file`,
          "fileNeedsRecord",
        );
  // Fields marked x-core are not filled in by people, so the table has them.
  if (source.table === "records")
    for (const [name, field] of Object.entries(row.properties))
      if (field["x-core"] && !Object.hasOwn(source.fields, name))
        yield fault(
          `/properties/${escapePointer(name)}/x-core`,
          "recordHasNoField",
          { name, hint: hintFor(name, Object.keys(source.fields)) },
        );
  for (const [index, name] of (row["x-unique"] ?? []).entries()) {
    const field = row.properties[name];
    const isFilledIn = source.table === "records" && !field?.["x-core"];
    if (!isFilledIn || !field || !isComparable(field))
      yield fault(`/x-unique/${index}`, "uniqueNotField", { name });
  }
  for (const [name, field] of Object.entries(row.properties))
    if (field["x-dictionary"] && !Object.hasOwn(source.fields, name)) {
      const pointer = `/properties/${escapePointer(name)}/x-dictionary`;
      yield fault(pointer, "dictionaryNotCore");
    }
}

/** The type that a field must have because of its column. */
const typeOfStorage: Partial<Record<FieldStorage["kind"], string>> = {
  id: "string",
  term: "string",
  list: "array",
};

function* storedFieldFaults(
  field: Field,
  { pointer, storage }: { pointer: string; storage: FieldStorage },
): Generator<Fault> {
  const type = typeOfStorage[storage.kind];
  if (type !== undefined && fieldType(field) !== type)
    yield fault(`${pointer}/type`, "coreType", { type });
  const dictionary = storage.kind === "term" ? storage.dictionary : undefined;
  if (field["x-dictionary"] === dictionary) return;
  const place = `${pointer}/x-dictionary`;
  if (dictionary) yield fault(place, "coreDictionary", { dictionary });
  else yield fault(place, "coreNoDictionary");
}

function listFaults(
  source: RowSource,
  resource: Resource,
  row: RowSchema,
): Fault[] {
  const facts = { row, resource, filters: resource.filters };
  return [
    ...keyFaults(source, resource),
    ...applyRules(storageRules(source), resource, { facts, broken: [] }),
  ];
}

function keyFaults(source: RowSource, { key: name }: Resource): Fault[] {
  const keys = Object.entries(source.fields).flatMap(([field, storage]) =>
    storage.kind === "id" && storage.column === source.id ? [field] : [],
  );
  if (keys.includes(name)) return [];
  return [fault("/key", "keyNotUnique", { name, hint: hintFor(name, keys) })];
}

const storageRules = (source: RowSource): readonly Rule[] => {
  const stored = function* (name: string, row: RowSchema): Generator<Fault> {
    const field = row.properties[name];
    if (field && isComputed(field)) return;
    if (!isStored(source, name)) yield fault("", "notStored", { field: name });
    else if (field && !isComparable(field))
      yield fault("", "notComparable", { field: name });
  };
  return [
    rule("filters/*", function* (filter: Filter, { row }) {
      const { field: name } = filter;
      const field = row.properties[name];
      if (!field) return;
      for (const found of stored(name, row)) yield under("/field", found);
      const isOfTerms = filterKind(field, filter) === "terms";
      if (isOfTerms && storageOf(source, name).kind !== "term")
        yield fault("/field", "noDictionary", { field: name });
    }),
    ...[
      "sorts/*/field",
      "defaultOrder/field",
      "summary/*/field",
      "chart/x",
      "chart/y",
    ].map((path) => rule(path, (name: string, { row }) => stored(name, row))),
    rule("summary/*", function* (entry: SummaryEntry, { row }) {
      if (typeof entry === "string") yield* stored(entry, row);
    }),
    rule("notices/*/fields/*", function* (field: string) {
      if (!isStored(source, field))
        yield fault("", "noticeNotStored", { field });
    }),
    rule("where", function* (where: Conditions, { row }) {
      for (const { pointer, test } of testsIn(where)) {
        if (!("field" in test)) continue;
        if (isComputed(row.properties[test.field] ?? {}))
          yield fault(`${pointer}/field`, "notStored", { field: test.field });
        for (const found of stored(test.field, row))
          yield under(`${pointer}/field`, found);
        for (const found of rankFaults(source, test, row))
          yield under(pointer, found);
      }
    }),
    rule("search/parameters/*/fields/*", function* (name: string, { row }) {
      yield* stored(name, row);
      const field = row.properties[name];
      if (field && (fieldType(field) !== "string" || isDate(field)))
        yield fault("", "searchNotText", { field: name });
    }),
  ];
};

/** Words of a dictionary are in order if they have ranks. */
function* rankFaults(
  source: RowSource,
  { field: name, atLeast, atMost }: FieldTest,
  row: RowSchema,
): Generator<Fault> {
  if (!row.properties[name]?.["x-dictionary"]) return;
  const storage = storageOf(source, name);
  const rankOf = storage.kind === "term" ? storage.rankOf : undefined;
  for (const [key, end] of Object.entries({ atLeast, atMost }))
    if (end !== undefined && !rankOf)
      yield fault(`/${key}`, "whereNoOrder", { field: name });
    else if (end !== undefined && rankOf?.(String(end)) === null)
      yield fault(`/${key}`, "whereValue", {
        field: name,
        value: show(end),
        hint: "",
      });
}
