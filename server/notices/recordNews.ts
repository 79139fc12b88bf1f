import { isDeepStrictEqual } from "node:util";
import type { Selectable } from "kysely";
import {
  conditionOf,
  type RowCondition,
} from "../../domain/condition/condition";
import { decideFor } from "../../domain/condition/decide";
import { isMet } from "../../domain/condition/predicate";
import type { RowSchema } from "../../domain/resource";
import type { Tables } from "../platform/database";
import type { ListNotice } from "./declaredNotices";

/** A change of a record, as the history keeps it. */
export type RecordChange = Pick<
  Selectable<Tables["record_history"]>,
  "seq" | "row_schema" | "record_id" | "at" | "user_id" | "before" | "after"
> & {
  /** The user who added the record; null if it was removed since. */
  owner_id: string | null;
};

/**
 * Returns the changes that a notice is about: after which a record begins to meet its
 * condition, or differs in one of its fields.
 */
export const newsOf = (
  each: ListNotice,
  row: RowSchema,
  changes: readonly RecordChange[],
): RecordChange[] =>
  each.notice.on === "difference"
    ? changes.filter(
        ({ before, after }) =>
          before &&
          after &&
          !isDeepStrictEqual(
            changedValues(each, before),
            changedValues(each, after),
          ),
      )
    : crossingsOf(each, row, changes);

/** Returns the values of the fields whose difference a notice tells; null if it tells none. */
export const changedValues = (
  { notice: { changed } }: ListNotice,
  data: Readonly<Record<string, unknown>> | null,
): Readonly<Record<string, unknown>> | null =>
  changed && data
    ? Object.fromEntries(changed.map((name) => [name, data[name] ?? null]))
    : null;

/**
 * Returns the changes after which a record meets the condition of a notice and before which
 * it did not. A new record did not meet it before.
 */
function crossingsOf(
  { notice: { condition } }: ListNotice,
  { properties: fields }: RowSchema,
  changes: readonly RecordChange[],
): RecordChange[] {
  const declared = conditionOf(condition);
  return changes.filter(({ before, after, at }) => {
    if (!after) return false;
    const decided = decideFor(declared, {
      // No part of the condition depends on a reader.
      isAllowed: () => false,
      role: "unknown",
      now: at,
    }) as RowCondition;
    const meets = (values: Readonly<Record<string, unknown>>) =>
      isMet(decided, { fields, values });
    return meets(after) && !(before && meets(before));
  });
}
