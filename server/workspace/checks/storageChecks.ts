import { filterKind } from "../../../domain/listing/state";
import {
  conditionsOf,
  viewerValues,
} from "../../../domain/listing/fixedConditions";
import {
  conditionList,
  fieldType,
  isDate,
  todayValue,
  type Action,
  type Field,
  type Filter,
  type Resource,
  type RowCondition,
  type RowSchema,
  type RowValues,
  type Where,
} from "../../../domain/resource";
import { hintFor } from "../../platform/nearest";
import { escapePointer } from "../../platform/pointer";
import { fault, under, type Fault, type Problem } from "../../platform/problem";
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
      if (resource.owner && !resource.store)
        return [{ file, ...fault("/owner", "ownerNeedsStore") }];
      const open = resources.find(
        ({ row, owner }) =>
          row === resource.row &&
          (owner === undefined) !== (resource.owner === undefined),
      );
      if (open) {
        const pointer = resource.owner ? "/owner" : "/row";
        const values = { row: resource.row, list: open.name };
        return [{ file, ...fault(pointer, "ownerDiffers", values) }];
      }
      const faults = source
        ? listFaults(source, resource, schemas.row(resource.row))
        : [noTable(resource, sources)];
      return [...faults].map((found) => ({ file, ...found }));
    });
    return [...ofRows, ...ofLists];
  };

type Enabled = NonNullable<Action["enabled"]>;

/** Yields the mistakes in a condition over the values of a row. */
function* rowValuesFaults(
  { field: name, in: values, filled }: RowValues,
  row: RowSchema,
): Generator<Fault> {
  if ((values === undefined) === (filled === undefined))
    yield fault("", "valuesOrFilled");
  const field = row.properties[name];
  if (!field) return;
  for (const [index, value] of (values ?? []).entries())
    yield* valueFaults(`/in/${index}`, value, name, field);
}

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
      const kind = filterKind(field, filter);
      const isOfTerms = kind.kind === "choices" && kind.of === "terms";
      if (isOfTerms && storageOf(source, name).kind !== "term")
        yield fault("/field", "noDictionary", { field: name });
    }),
    ...[
      "sorts/*/field",
      "defaultOrder/field",
      "where/field",
      "where/*/field",
      "summary/*",
      "chart/x",
      "chart/y",
    ].map((path) => rule(path, (name: string, { row }) => stored(name, row))),
    rule("where", function* (where: Where, { row }) {
      for (const [index, condition] of conditionsOf(where).entries())
        for (const found of whereFaults(source, condition, row))
          yield Array.isArray(where) ? under(`/${index}`, found) : found;
    }),
    rule("actions/*/enabled", function* (enabled: Enabled, { row }) {
      for (const [index, condition] of conditionList(enabled).entries())
        for (const found of rowValuesFaults(condition, row))
          yield Array.isArray(enabled) ? under(`/${index}`, found) : found;
    }),
    rule("panelMark", function* (mark: RowValues, { row }) {
      yield* rowValuesFaults(mark, row);
    }),
    rule("search/parameters/*/fields/*", function* (name: string, { row }) {
      yield* stored(name, row);
      const field = row.properties[name];
      if (field && (fieldType(field) !== "string" || isDate(field)))
        yield fault("", "searchNotText", { field: name });
    }),
  ];
};

/** The values of a condition must be values of its field, in an order if it needs one. */
function* whereFaults(
  source: RowSource,
  condition: RowCondition,
  row: RowSchema,
): Generator<Fault> {
  const { field: name, in: values = [], atLeast, atMost } = condition;
  if (!condition.in && atLeast === undefined && atMost === undefined)
    yield fault("", "whereComparesNothing");
  const field = row.properties[name];
  if (!field) return;
  const storage = storageOf(source, name);
  const rankOf = storage.kind === "term" ? storage.rankOf : undefined;
  const type = fieldType(field);
  const isNumber = type === "integer" || type === "number";
  const isOrdered = isNumber || isDate(field) || field.enum || rankOf;
  const ends = Object.entries({ atLeast, atMost });
  for (const [key, end] of ends) {
    if (end === undefined) continue;
    if (!isOrdered) yield fault(`/${key}`, "whereNoOrder", { field: name });
    else if (rankOf && rankOf(String(end)) === null)
      yield fault(`/${key}`, "whereValue", {
        field: name,
        value: show(end),
        hint: "",
      });
    else if (!rankOf && !(isDate(field) && end === todayValue))
      yield* valueFaults(`/${key}`, end, name, field);
  }
  for (const [index, value] of values.entries())
    if (!standsForValue(value, field))
      yield* valueFaults(`/in/${index}`, value, name, field);
}

/** Returns whether the value stands for others, of which the field can have one. */
function standsForValue(value: unknown, field: Field): boolean {
  if (isDate(field)) return value === todayValue;
  const found = Object.entries(viewerValues).find(([name]) => name === value);
  if (!found) return false;
  const [, texts] = found;
  const { enum: choices } = field.items ?? field;
  return choices
    ? texts.some((text) => choices.includes(text))
    : fieldType(field.items ?? field) === "string";
}

/** Yields a fault if the field cannot have this value. */
function* valueFaults(
  pointer: string,
  value: string | number | boolean,
  name: string,
  field: Field,
): Generator<Fault> {
  const choices = [
    ...(field.enum ?? []).filter((choice) => choice !== null),
    ...Object.keys(field["x-groups"] ?? {}),
  ].map(String);
  const isValue = field.enum
    ? choices.includes(String(value))
    : isOfType(value, fieldType(field)) && !String(value).startsWith("@");
  if (isValue && (!isDate(field) || /^\d{4}-\d{2}-\d{2}/.test(String(value))))
    return;
  yield fault(pointer, "whereValue", {
    field: name,
    value: show(value),
    hint: hintFor(String(value), [
      ...choices,
      ...[...Object.keys(viewerValues), todayValue].filter((name) =>
        standsForValue(name, field),
      ),
    ]),
  });
}

/** The words of a list are texts; a number may be written as text. */
function isOfType(value: string | number | boolean, type: string): boolean {
  if (type === "boolean") return typeof value === "boolean";
  if (type === "integer" || type === "number")
    return typeof value !== "boolean" && Number.isFinite(Number(value));
  return typeof value === "string";
}

/** Returns whether the field holds plain values or a list of texts. */
function isComparable(field: Field): boolean {
  const type = fieldType(field);
  if (type !== "array") return type !== "object";
  return field.items !== undefined && fieldType(field.items) === "string";
}
