import {
  inputsOf,
  isComputed,
  isReaderValue,
  type ComputedRule,
} from "../../../domain/computed/rule";
import {
  fieldType,
  isDate,
  isNumber,
  type Field,
  type RowSchema,
} from "../../../domain/resource";
import { hintFor } from "../../platform/nearest";
import { escapePointer } from "../../platform/pointer";
import { fault, type Fault, type Problem } from "../../platform/problem";
import type { SetCheck } from "./checkSources";

type Step = ComputedRule["steps"][number];
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
  if (fieldType(field) !== "integer" || !types.includes("null") || field.enum)
    yield fault("/type", "computedType");
  if (field["x-core"] || row.required?.includes(name))
    yield fault("/x-computed", "computedStored", { name });
  if (rule.base.length === 0) yield fault("/x-computed/base", "computedEmpty");
  if (rule.steps.length === 0)
    yield fault("/x-computed/steps", "computedEmpty");
  for (const [index, base] of rule.base.entries())
    if (!isInput(row, base, (of) => fieldType(of) === "integer"))
      yield fault(`/x-computed/base/${index}`, "computedBase", { name: base });
  for (const input of inputsOf(field).filter((of) => !rule.base.includes(of)))
    if (!isInput(row, input, isText))
      yield fault("/x-computed/steps", "computedInput", { name: input });
  for (const [index, step] of rule.steps.entries()) {
    const pointer = `/x-computed/steps/${index}`;
    const before = rule.steps.slice(0, index);
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
  const { band, amount, percent, each } = step;
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
  ];
  for (const [key, name, isOfType] of named)
    if (name !== undefined && !isInput(row, name, isOfType))
      yield fault(`/${key}`, "computedTableField", {
        ...{ name, table },
        hint: hintFor(name, Object.keys(row.properties)),
      });
  for (const [index, { is }] of match.entries()) {
    const [id, field] = is.split(".");
    if (isReaderValue(is) || field === undefined) continue;
    const found = before.find((other) => other.id === id && !other.band);
    const isKnown = found && find(found.table)?.properties[field];
    if (!isKnown)
      yield fault(`/match/${index}/is`, "computedReference", { source: is });
  }
}
