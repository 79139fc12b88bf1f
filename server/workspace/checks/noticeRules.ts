import { testsIn } from "../../../domain/condition/condition";
import { isComputed, isInRecord } from "../../../domain/computed/rule";
import { meValue, viewerValues } from "../../../domain/condition/decide";
import {
  fieldType,
  isDate,
  type Notice,
  type Resource,
  type RowSchema,
} from "../../../domain/resource";
import { fault, under, type Fault } from "../../platform/problem";
import { queryFaults } from "./tileRules";

/** The keys that only notices of one kind have. */
const ownKeys = {
  change: ["condition"],
  schedule: ["filters", "days", "at"],
} as const satisfies Record<Notice["on"], readonly (keyof Notice)[]>;

const neededKeys: readonly (keyof Notice)[] = ["condition", "days", "at"];

/**
 * Yields the mistakes in notices: keys of the other kind, fields that are not stored, values
 * that depend on a reader, and filters that the list lacks.
 */
export function* noticeFaults(
  resource: Resource,
  row: RowSchema,
): Generator<Fault> {
  for (const [index, notice] of (resource.notices ?? []).entries())
    for (const found of faultsOf(notice, { resource, row }))
      yield under(`/notices/${index}`, found);
}

type List = { resource: Resource; row: RowSchema };

function* faultsOf(notice: Notice, list: List): Generator<Fault> {
  const { on, to, fields = [] } = notice;
  const { properties } = list.row;
  for (const [kind, keys] of Object.entries(ownKeys))
    for (const key of keys) {
      if (kind !== on && notice[key] !== undefined)
        yield fault(`/${key}`, "noticeKeyUnused", { key, on });
      if (kind === on && neededKeys.includes(key) && notice[key] === undefined)
        yield fault("", "noticeKeyMissing", { key, on });
    }
  for (const [index, field] of fields.entries())
    if (isComputed(properties[field] ?? {}))
      yield fault(`/fields/${index}`, "noticeNotStored", { field });
  if (on === "schedule") {
    for (const key of ["owner", "field"] as const)
      if (to[key] !== undefined)
        yield fault(`/to/${key}`, "noticeToOfChange", { key });
    yield* queryFaults(notice, list);
    return;
  }
  if (!list.resource.store) yield fault("/on", "noticeNeedsRecords");
  yield* conditionValues(notice, list);
  const named = properties[to.field ?? ""];
  if (named && !isAddress(named))
    yield fault("/to/field", "noticeToField", { field: to.field ?? "" });
}

/** Finds fields of a condition that no write stores, and values of a reader. */
function* conditionValues(
  { condition }: Notice,
  { row }: List,
): Generator<Fault> {
  for (const { pointer, test } of testsIn(condition)) {
    if (!("field" in test)) continue;
    const { field, is, in: choices = [] } = test;
    const place = `/condition${pointer}`;
    if (!isInRecord(row.properties[field] ?? {}))
      yield fault(`${place}/field`, "noticeNotStored", { field });
    for (const value of [is, ...choices])
      if (typeof value === "string" && isOfReader(value))
        yield fault(place, "noticeReader", { value });
  }
}

/** A notice is decided once for all of its recipients. */
const isOfReader = (value: string): boolean =>
  value === meValue || Object.hasOwn(viewerValues, value);

const isAddress = (field: RowSchema["properties"][string]): boolean =>
  isInRecord(field) &&
  !isDate(field) &&
  ["string", "integer"].includes(fieldType(field));
