import { testsIn } from "../../../domain/condition/condition";
import { isInRecord } from "../../../domain/computed/rule";
import type { Resource, RowSchema } from "../../../domain/resource";
import { fault, type Fault } from "../../platform/problem";

/**
 * Yields the mistakes in the conditions of calls: on rows that are no records or that an
 * import changes, and on fields that a record does not store.
 */
export function* callConditionFaults(
  { calls, store, import: imported }: Resource,
  { properties }: RowSchema,
): Generator<Fault> {
  for (const name of ["create", "update", "remove"] as const) {
    const conditions = calls[name]?.conditions;
    if (conditions === undefined) continue;
    const place = `/calls/${name}/conditions`;
    if (!store) yield fault(place, "conditionNeedsRecords");
    if (imported && name !== "remove")
      yield fault(place, "conditionWithImport");
    for (const { pointer, test } of testsIn(conditions)) {
      if (!("field" in test)) continue;
      const { field } = test;
      if (!isInRecord(properties[field] ?? {}))
        yield fault(`${place}${pointer}/field`, "conditionNotStored", {
          field,
        });
    }
  }
}
