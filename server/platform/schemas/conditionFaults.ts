import {
  conditionList,
  type Conditions,
  type Operands,
  type Value,
} from "../../../domain/condition/condition";
import {
  meValue,
  nowValue,
  viewerValues,
} from "../../../domain/condition/decide";
import { orderOf } from "../../../domain/condition/values";
import {
  fieldType,
  isDate,
  todayValue,
  type Field,
} from "../../../domain/resource";
import type { MetaCondition } from "../../../generated/schemas";
import { hintFor } from "../nearest";
import { fault, type Fault } from "../problem";
import { show } from "./schemaReason";

const subjects = ["field", "filter", "viewer"] as const;
const groups = ["all", "any", "not"] as const;
type Subject = (typeof subjects)[number];

/** Where conditions are written, and what they may name there. */
export type ConditionPlace = {
  subjects: readonly Subject[];
  row: string;
  /** The fields that conditions may name. */
  fields: Readonly<Record<string, Field>>;
  /**
   * The values that may stand for others: of lists all but `@now`, of single rows all. A
   * JSON Schema knows no such value, and no order of dates.
   */
  values: "list" | "row" | "none";
};

/**
 * Yields the mistakes in conditions: parts without exactly one subject, tests that compare
 * nothing, unknown fields, and values or operators that the field cannot have. The
 * conditions have passed the meta-schema. The ranks of dictionary words in lists are
 * checked with the table of the list.
 */
export function* conditionFaults(
  conditions: Conditions,
  place: ConditionPlace,
): Generator<Fault> {
  const isList = Array.isArray(conditions);
  for (const [index, part] of conditionList(conditions).entries())
    yield* partFaults(part, isList ? `/${String(index)}` : "", place);
}

function* partFaults(
  part: MetaCondition,
  pointer: string,
  place: ConditionPlace,
): Generator<Fault> {
  const named = [...groups, ...subjects].filter((key) =>
    Object.hasOwn(part, key),
  );
  const allowed = [...groups, ...place.subjects];
  if (named.length !== 1 || !named.every((key) => allowed.includes(key))) {
    yield fault(pointer, "conditionSubject", { names: allowed.join(", ") });
    return;
  }
  const { all, any, not, field, filter, viewer: _viewer, ...operands } = part;
  const operators = Object.keys(operands);
  if (field === undefined && filter === undefined) {
    for (const key of operators)
      yield fault(`${pointer}/${key}`, "conditionOperator", { key });
  } else if (operators.length === 0)
    yield fault(pointer, "conditionComparesNothing");
  const inner = [
    ...(all ?? []).map(
      (each, index) => [each, `all/${String(index)}`] as const,
    ),
    ...(any ?? []).map(
      (each, index) => [each, `any/${String(index)}`] as const,
    ),
    ...(not === undefined ? [] : [[not, "not"] as const]),
  ];
  for (const [each, step] of inner)
    yield* partFaults(each as MetaCondition, `${pointer}/${step}`, place);
  if (field !== undefined) yield* testFaults(field, operands, pointer, place);
}

function* testFaults(
  name: string,
  { is, in: choices = [], atLeast, atMost, contains, filled: _ }: Operands,
  pointer: string,
  place: ConditionPlace,
): Generator<Fault> {
  const field = Object.hasOwn(place.fields, name)
    ? place.fields[name]
    : undefined;
  if (!field) {
    const hint = hintFor(name, Object.keys(place.fields));
    yield fault(`${pointer}/field`, "unknownField", {
      name,
      row: place.row,
      hint,
    });
    return;
  }
  const compared = [
    ...(is === undefined ? [] : [["is", is] as const]),
    ...choices.map((choice, index) => [`in/${String(index)}`, choice] as const),
  ];
  if (compared.length > 0 && !isComparable(field))
    yield fault(pointer, "notComparable", { field: name });
  else
    for (const [step, value] of compared)
      yield* valueFaults(`${pointer}/${step}`, value, { name, field, place });
  for (const [key, end] of Object.entries({ atLeast, atMost })) {
    if (end === undefined) continue;
    const at = `${pointer}/${key}`;
    if (place.values === "list" && field["x-dictionary"]) continue;
    const order = orderOf(field);
    if (order === "none" || (order === "date" && place.values === "none"))
      yield fault(at, "whereNoOrder", { field: name });
    else if (!(end === nowValue && isMoment(field) && place.values === "row"))
      yield* valueFaults(at, end, { name, field, place });
  }
  if (contains !== undefined && !isText(field))
    yield fault(`${pointer}/contains`, "conditionContains", { field: name });
}

/** Returns whether the field holds plain values or a list of texts. */
export function isComparable(field: Field): boolean {
  const type = fieldType(field);
  if (type !== "array") return type !== "object";
  return field.items !== undefined && fieldType(field.items) === "string";
}

const isMoment = (field: Field): boolean => field.format === "date-time";

const isText = (field: Field): boolean =>
  fieldType(field) === "string" && !isDate(field) && !field.enum;

type Named = { name: string; field: Field; place: ConditionPlace };

/** Returns the values that stand for others, of which the field can have one. */
function standIns({ field, place }: Named): string[] {
  if (place.values === "none") return [];
  if (isDate(field)) return [todayValue];
  const { enum: choices } = field.items ?? field;
  if (!choices) {
    const isOfTexts = fieldType(field.items ?? field) === "string";
    return isOfTexts || field["x-code"]
      ? [...(isOfTexts ? Object.keys(viewerValues) : []), meValue]
      : [];
  }
  return Object.entries(viewerValues).flatMap(([value, texts]) =>
    texts.some((text) => choices.includes(text)) ? value : [],
  );
}

/** Yields a fault if the field cannot have this value. */
function* valueFaults(
  pointer: string,
  value: Value,
  of: Named,
): Generator<Fault> {
  const { name, field } = of;
  const instead = standIns(of);
  if (typeof value === "string" && instead.includes(value)) return;
  const choices = [
    ...((field.items ?? field).enum ?? []).filter((choice) => choice !== null),
    ...Object.keys(field["x-groups"] ?? {}),
  ].map(String);
  const isValue =
    choices.length > 0
      ? choices.includes(String(value))
      : isOfType(value, fieldType(field)) && !String(value).startsWith("@");
  if (isValue && (!isDate(field) || /^\d{4}-\d{2}-\d{2}$/.test(String(value))))
    return;
  yield fault(pointer, "whereValue", {
    field: name,
    value: show(value),
    hint: hintFor(String(value), [...choices, ...instead]),
  });
}

/** The words of a list are texts; a number may be written as text. */
function isOfType(value: Value, type: string): boolean {
  if (type === "boolean") return typeof value === "boolean";
  if (type === "integer" || type === "number")
    return typeof value !== "boolean" && Number.isFinite(Number(value));
  return typeof value === "string";
}
