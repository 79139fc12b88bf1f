import {
  casesOf,
  isComputed,
  isReaderValue,
  matchedFields,
  type Step,
} from "../../../domain/computed/rule";
import { testsIn } from "../../../domain/condition/condition";
import {
  fieldType,
  isDate,
  isNumber,
  type Field,
  type RowSchema,
  type SumCase,
} from "../../../domain/resource";
import { hintFor } from "../../platform/nearest";
import { escapePointer } from "../../platform/pointer";
import { fault, type Fault, type Problem } from "../../platform/problem";
import type { SetCheck } from "./checkSources";

/** Returns the row schema of records, or undefined if no list stores them. */
type FindTable = (name: string) => RowSchema | undefined;

/**
 * Returns the mistakes in computed fields: their type, the fields of the row and of the
 * tables that they name, and references to later steps. Nothing may store or require them.
 */
export const checkComputed: SetCheck = ({ resources, schemas }) => {
  const stored = [
    ...new Set(resources.flatMap(({ row, store }) => (store ? [row] : []))),
  ];
  const find: FindTable = (name) =>
    stored.includes(name) ? schemas.row(name) : undefined;
  const rows = new Set(resources.map(({ row }) => row));
  return [...rows].flatMap((name): Problem[] => {
    const row = schemas.row(name);
    const file = `schemas/${name}.json`;
    return Object.entries(row.properties).flatMap(([field, { ...of }]) =>
      isComputed(of)
        ? [...fieldFaults(row, { name: field, field: of, stored, find })].map(
            ({ pointer, ...found }) => ({
              file,
              ...found,
              pointer: `/properties/${escapePointer(field)}${pointer}`,
            }),
          )
        : [],
    );
  });
};

type Checked = {
  name: string;
  field: Field;
  stored: readonly string[];
  find: FindTable;
};

function* fieldFaults(
  row: RowSchema,
  { name, field, stored, find }: Checked,
): Generator<Fault> {
  const rule = field["x-computed"];
  if (!rule) return;
  const types = [field.type ?? []].flat();
  if (
    fieldType(field) !== "integer" ||
    !types.includes("null") ||
    !hasAllSums(field)
  )
    yield fault("/type", "computedType");
  if (field["x-core"] || row.required?.includes(name))
    yield fault("/x-computed", "computedStored", { name });
  if (rule.ofArea !== undefined) {
    yield* areaFaults(row, { name, field, ofArea: rule.ofArea });
    return;
  }
  if (rule.reader) yield fault("/x-computed/reader", "computedReader");
  const { base = [], steps = [] } = rule;
  if (rule.base?.length === 0) yield fault("/x-computed/base", "computedEmpty");
  if (steps.length === 0) yield fault("/x-computed/steps", "computedEmpty");
  for (const [index, input] of base.entries())
    if (!isInput(row, input, isWhole))
      yield fault(`/x-computed/base/${index}`, "computedBase", { name: input });
  yield* stepInputFaults(row, { base, steps }, "/x-computed/steps");
  for (const [index, step] of steps.entries()) {
    const pointer = `/x-computed/steps/${index}`;
    const before = steps.slice(0, index);
    const other = before.findIndex(({ id }) => id === step.id);
    if (other >= 0)
      yield fault(`${pointer}/id`, "nameTaken", {
        name: step.id,
        other: `/x-computed/steps/${other}/id`,
      });
    for (const found of stepFaults(step, { before, stored, find }))
      yield { ...found, pointer: `${pointer}${found.pointer}` };
  }
}

/** Returns whether the enum of a field has null and all sums up to the highest one. */
function hasAllSums(field: Field): boolean {
  const { enum: values } = field;
  if (!values) return true;
  const highest = casesOf(field).map(({ most = Infinity }) => most);
  return highest.every(
    (most) =>
      values.length === most + 2 &&
      values.every((value, place) =>
        place <= most ? value === place : value === null,
      ),
  );
}

/** Yields the fields of the row that steps match and that it does not store. */
function* stepInputFaults(
  row: RowSchema,
  { base, steps }: SumCase,
  pointer: string,
): Generator<Fault> {
  for (const input of matchedFields(steps).filter((of) => !base.includes(of)))
    if (!isInput(row, input, isText))
      yield fault(pointer, "computedInput", { name: input });
  for (const { age } of steps)
    if (age && !isInput(row, age.of, isWhole))
      yield fault(pointer, "computedBase", { name: age.of });
}

/** Yields the mistakes of a field that has the sums of the rows of areas. */
function* areaFaults(
  row: RowSchema,
  { name, field, ofArea }: { name: string; field: Field; ofArea: string },
): Generator<Fault> {
  const pointer = "/x-computed/ofArea";
  const rule = field["x-computed"];
  if (rule?.steps) yield fault("/x-computed", "computedMixed");
  if (!isInput(row, ofArea, isText))
    yield fault(pointer, "computedInput", { name: ofArea });
  const cases = casesOf(field);
  if (cases.length === 0) yield fault(pointer, "computedArea", { name });
  for (const { base, steps } of cases) {
    for (const input of base)
      if (!isInput(row, input, isWhole))
        yield fault(pointer, "computedBase", { name: input });
    yield* stepInputFaults(row, { base, steps }, pointer);
  }
}

const isWhole = (field: Field): boolean => fieldType(field) === "integer";

const isInput = (
  { properties }: RowSchema,
  name: string,
  isOfType: (field: Field) => boolean,
): boolean => {
  const field = Object.hasOwn(properties, name) ? properties[name] : undefined;
  return field !== undefined && !isComputed(field) && isOfType(field);
};

/** Returns whether the values of a field have one text each, the same in every reader. */
const isText = (field: Field): boolean =>
  ["string", "integer", "boolean"].includes(fieldType(field)) &&
  field.format !== "date-time";

function* stepFaults(
  step: Step,
  {
    before,
    stored,
    find,
  }: { before: readonly Step[] } & Pick<Checked, "stored" | "find">,
): Generator<Fault> {
  const { table, match = [], validFrom, validUntil } = step;
  const { band, amount, percent, each, age, count, needed } = step;
  const row = find(table);
  if (!row) {
    const hint = hintFor(table, stored);
    yield fault("/table", "computedTable", { table, hint });
    return;
  }
  const named: [string, string | undefined, (field: Field) => boolean][] = [
    ...match.map(({ field }, index): (typeof named)[number] => [
      `match/${index}/field`,
      field,
      isText,
    ]),
    ["validFrom", validFrom, isDate],
    ["validUntil", validUntil, isDate],
    ["band", band, isNumber],
    ["amount", amount, isNumber],
    ["percent", percent, isNumber],
    ["each", each, isText],
    ["age/above", age?.above, isNumber],
    ["age/below", age?.below, isNumber],
  ];
  for (const [key, name, isOfType] of named)
    if (name !== undefined && !isInput(row, name, isOfType))
      yield fault(`/${key}`, "computedTableField", {
        ...{ name, table },
        hint: hintFor(name, Object.keys(row.properties)),
      });
  if (age && !age.above && !age.below) yield fault("/age", "computedAge");
  const added = [amount, percent, each, count, needed].filter(Boolean);
  if (count && added.length > 1) yield fault("/count", "computedOneAmount");
  if (needed && added.length > 1) yield fault("/needed", "computedOneAmount");
  yield* whereFaults(step, row);
  for (const [index, { is }] of match.entries()) {
    const [id, field] = is.split(".");
    if (isReaderValue(is) || field === undefined) continue;
    const found = before.find((other) => other.id === id && !other.band);
    const isKnown = found && find(found.table)?.properties[field];
    if (!isKnown)
      yield fault(`/match/${index}/is`, "computedReference", { source: is });
  }
}

/** The operators whose values are compared as they are stored. */
const plainOperators = ["field", "is", "in", "contains", "filled"];

/** Yields tests of a step's condition that are not over stored fields of its records. */
function* whereFaults(
  { where }: Step,
  { properties, ...row }: RowSchema,
): Generator<Fault> {
  for (const { pointer, test } of testsIn(where)) {
    const place = `/where${pointer}`;
    const values = "field" in test ? [test.is, test.in].flat() : [];
    const isPlain =
      "field" in test &&
      Object.keys(test).every((key) => plainOperators.includes(key)) &&
      !values.some((value) => isReaderValue(String(value)));
    if (!isPlain) yield fault(place, "computedWhere");
    else if (!isInput({ ...row, properties }, test.field, () => true))
      yield fault(`${place}/field`, "computedTableField", {
        ...{ name: test.field, table: row.$id },
        hint: hintFor(test.field, Object.keys(properties)),
      });
  }
}
