import { isDeepStrictEqual } from "node:util";
import { sql, type Transaction } from "kysely";
import { copiesOf, isRecordId } from "../../../domain/recordReference";
import type { RowSchema } from "../../../domain/resource";
import { isState, requiredOnTheWay, stateOf } from "../../../domain/states";
import type { Tables } from "../../platform/database";
import {
  findLastChange,
  type RecordData,
  type StoredRecord,
} from "./recordQueries";

/**
 * Returns data with the present values of the fields that they copy from the records to which
 * they refer. Without such a record the fields stay as they are.
 */
export async function withCopies(
  trx: Transaction<Tables>,
  row: RowSchema,
  rows: readonly RecordData[],
): Promise<readonly RecordData[]> {
  const copies = copiesOf(row);
  const ids = new Set(
    rows.flatMap((data) =>
      copies.map(({ reference }) => data[reference.field]).filter(isRecordId),
    ),
  );
  if (ids.size === 0) return rows;
  const found = await trx
    .selectFrom("records")
    .select(["id", "data"])
    .where(sql<boolean>`id = any(${[...ids]}::bigint[])`)
    .execute();
  const referred = new Map(found.map(({ id, data }) => [id, data]));
  return rows.map((data) => {
    const changed = copies.flatMap(({ field, of, reference }) => {
      const other = referred.get(String(data[reference.field]));
      const value = other?.[of] ?? null;
      return other && !isDeepStrictEqual(value, data[field] ?? null)
        ? [[field, value] as const]
        : [];
    });
    return changed.length > 0
      ? { ...data, ...Object.fromEntries(changed) }
      : data;
  });
}

/**
 * Returns changed data in which the author of the last change takes back the reference that
 * this change has set: the fields that were copied since have their values of before again. They
 * keep the copies if the states of the record require values that it did not have before.
 */
export async function withFormerCopies(
  trx: Transaction<Tables>,
  row: RowSchema,
  {
    id,
    userId,
    before,
    after,
  }: { id: string; userId: string; before: StoredRecord; after: RecordData },
): Promise<RecordData> {
  const freed = copiesOf(row).filter(
    ({ field, reference: { field: by } }) =>
      isRecordId(before.data[by]) &&
      (after[by] ?? null) === null &&
      isDeepStrictEqual(after[field] ?? null, before.data[field] ?? null),
  );
  if (freed.length === 0) return after;
  const last = await findLastChange(trx, { row: row.$id, id });
  const former = last?.before;
  if (!former || last.userId !== userId || last.version !== before.version)
    return after;
  const values = freed.flatMap(({ field, reference }) =>
    (former[reference.field] ?? null) === null
      ? [[field, former[field] ?? null] as const]
      : [],
  );
  // The present states require some values: then none of them goes.
  const needed = requiredFields(row, after);
  return values.some(([name, value]) => value === null && needed.has(name))
    ? after
    : { ...after, ...Object.fromEntries(values) };
}

/** Returns the fields that the states of a record require. */
const requiredFields = (
  { properties }: Pick<RowSchema, "properties">,
  data: RecordData,
): ReadonlySet<string> =>
  new Set(
    Object.entries(properties).flatMap(([name, field]) =>
      isState(field) ? requiredOnTheWay(field, stateOf(name, field, data)) : [],
    ),
  );
