import type { Transaction } from "kysely";
import type { RowSchema } from "../../../domain/resource";
import {
  isState,
  stateOf,
  transitionsBetween,
  type Transition,
} from "../../../domain/states";
import type { Tables } from "../../platform/database";
import {
  findLastChange,
  type RecordData,
  type StoredRecord,
} from "./recordQueries";

/** The fields that the transitions between two versions of data clear. */
const clearedBetween = (
  { properties }: Pick<RowSchema, "properties">,
  { from, to }: { from: RecordData; to: RecordData },
): string[] =>
  Object.entries(properties).flatMap(([name, field]) => {
    const [before, after] = [from, to].map((data) =>
      stateOf(name, field, data),
    );
    return isState(field) && before !== after
      ? transitionsBetween(field, before, after).flatMap(clearsOf)
      : [];
  });

const clearsOf = ({ clears = [] }: Transition): readonly string[] => clears;

/**
 * Returns changed data without the fields that the transitions of the change clear. If the
 * author of the last change takes it back, the fields that it cleared have their values again.
 */
export async function withClearedFields(
  trx: Transaction<Tables>,
  row: RowSchema,
  {
    id,
    userId,
    before,
    after,
  }: { id: string; userId: string; before: StoredRecord; after: RecordData },
): Promise<RecordData> {
  const cleared = clearedBetween(row, { from: before.data, to: after });
  const emptied = cleared.filter((name) => (after[name] ?? null) !== null);
  if (emptied.length > 0)
    return {
      ...after,
      ...Object.fromEntries(emptied.map((name) => [name, null])),
    };
  const lost = clearedBetween(row, { from: after, to: before.data }).filter(
    (name) =>
      (after[name] ?? null) === null && (before.data[name] ?? null) === null,
  );
  if (lost.length === 0) return after;
  const last = await findLastChange(trx, { row: row.$id, id });
  const former = last?.before;
  if (!former || last.userId !== userId || last.version !== before.version)
    return after;
  const restored = lost.filter((name) => (former[name] ?? null) !== null);
  return {
    ...after,
    ...Object.fromEntries(restored.map((name) => [name, former[name]])),
  };
}
