import type { Transaction } from "kysely";
import type { Resource, RowSchema } from "../../../domain/resource";
import type { Tables } from "../../platform/database";
import {
  lockAuthor,
  writeRecord,
  type PreparedRecord,
  type RecordAuthor,
  type RecordData,
} from "./recordQueries";

/** Returns the field that at most one row of an owner has set, if the schema has one. */
export const onlyOneField = ({
  properties,
}: Pick<RowSchema, "properties">): string | undefined =>
  Object.entries(properties).find(([, field]) => field["x-onlyOne"])?.[0];

/** Returns the unique key of a row of an owner that has the field set; null for other rows. */
export function onlyOneKey(
  row: Pick<RowSchema, "properties">,
  data: RecordData,
  ownerId: string | null,
): string | null {
  const field = onlyOneField(row);
  return field !== undefined && data[field] === true && ownerId !== null
    ? JSON.stringify(["owner", ownerId])
    : null;
}

/**
 * Clears the field with `x-onlyOne` in the row of the same owner that has it set, if the
 * author sets it in another row. The unique key of the records enforces the rule. The
 * author's row is locked, so that two writes of one owner wait for each other here. The
 * caller has announced the change and writes its own record afterwards.
 */
export async function clearOther(
  trx: Transaction<Tables>,
  schema: RowSchema,
  {
    resource: { row },
    before,
    prepared: { after, uniqueKey },
    author,
  }: {
    resource: Pick<Resource, "row">;
    /** The stored data of the written record; null of a new one. */
    before: RecordData | null;
    prepared: PreparedRecord;
    author: RecordAuthor;
  },
): Promise<void> {
  const field = onlyOneField(schema);
  if (field === undefined || after[field] !== true || before?.[field] === true)
    return;
  await lockAuthor(trx, author.userId);
  const other = await trx
    .selectFrom("records")
    .select(["id", "data", "version"])
    .where("row_schema", "=", row)
    .where("unique_key", "=", uniqueKey)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!other) return;
  await writeRecord(trx, {
    ...{ row, id: other.id, author, before: other },
    ...{ after: { ...other.data, [field]: false } },
    ...{ uniqueKey: null, ownerId: null },
  });
}
