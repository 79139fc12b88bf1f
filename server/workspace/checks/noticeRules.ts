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

type Keys = readonly (keyof Notice)[];

/** The keys that not all kinds of notices have. */
const ownKeys: Readonly<
  Record<Notice["on"], { needed: Keys; optional?: Keys }>
> = {
  change: { needed: ["condition"] },
  difference: {
    needed: ["changed", "afterMinutes"],
    optional: ["condition"],
  },
  schedule: { needed: ["days", "at"], optional: ["filters"] },
};
const limitedKeys = new Set(
  Object.values(ownKeys).flatMap(({ needed, optional = [] }) => [
    ...needed,
    ...optional,
  ]),
);

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
  const { needed, optional = [] } = ownKeys[on];
  for (const key of limitedKeys) {
    const isNeeded = needed.includes(key);
    if (notice[key] === undefined) {
      if (isNeeded) yield fault("", "noticeKeyMissing", { key, on });
    } else if (!isNeeded && !optional.includes(key))
      yield fault(`/${key}`, "noticeKeyUnused", { key, on });
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
  for (const [index, field] of (notice.changed ?? []).entries())
    if (properties[field] && !isInRecord(properties[field]))
      yield fault(`/changed/${index}`, "noticeNotStored", { field });
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
