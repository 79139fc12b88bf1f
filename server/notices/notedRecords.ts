import { sql, type RawBuilder, type Transaction } from "kysely";
import { isAllowed, type Viewer } from "../../domain/access";
import { fieldsIn } from "../../domain/condition/condition";
import type { RowSchema } from "../../domain/resource";
import { isVisible } from "../../domain/visible";
import type { Tables } from "../platform/database";
import type { Condition } from "../workspace/listing";
import type { ListNotice } from "./declaredNotices";

/** The part of `notice_rows` that a mail is about, and the reader of the mail. */
export type Noted = {
  viewer: Viewer;
  row: RowSchema;
  range: { from: string; to: string };
};

/**
 * Returns the condition for the records that a mail about changes is about; null if its
 * recipient may not see a field on which the notice depends. Of a notice on a difference these
 * are the records whose values at the end of the range differ from those before it.
 */
export function notedRecords(each: ListNotice, of: Noted): Condition | null {
  const { on, condition, changed = [] } = each.notice;
  const fields = [...fieldsIn(condition), ...changed];
  if (!isVisible(of.row, { fields }, of.viewer)) return null;
  return on === "difference"
    ? sql<boolean>`records.id in (
        select record_id from (${differences(each, of)}) as noted
        where exists (
          select from jsonb_each(noted.before) as field
          where noted.after -> field.key <> field.value))`
    : sql<boolean>`records.id in (
        select record_id from notice_rows where ${isNoted(each, of)})`;
}

/** The values of the fields of a notice on a difference. */
type Values = Readonly<Record<string, unknown>>;
export type Difference = { before: Values; after: Values };

/** Returns the differences of some records that a mail tells, by their ids. */
export async function readDifferences(
  trx: Transaction<Tables>,
  each: ListNotice,
  { ids, ...of }: Noted & { ids: readonly string[] },
): Promise<ReadonlyMap<string, Difference>> {
  const { rows } = await sql<{ id: string } & Difference>`
    select record_id::text as id, before, after
    from (${differences(each, of)}) as noted
    where record_id = any(${ids}::bigint[])`.execute(trx);
  return new Map(rows.map(({ id, ...difference }) => [id, difference]));
}

/** The first and the last values of each record in the range. */
const differences = (each: ListNotice, of: Noted): RawBuilder<unknown> => sql`
  select record_id, (array_agg(before order by id))[1] as before,
    (array_agg(after order by id desc))[1] as after
  from notice_rows where ${isNoted(each, of)} and before is not null
  group by record_id`;

function isNoted(
  { resource, notice: { id, to } }: ListNotice,
  { viewer, range }: Noted,
): Condition {
  const { userId } = viewer;
  const isForAll = to.access !== undefined && isAllowed(to.access, viewer);
  const isNamed = to.owner !== undefined || to.field !== undefined;
  return sql<boolean>`resource = ${resource.name} and notice = ${id}
    and id between ${range.from}::bigint and ${range.to}::bigint
    and actor_id is distinct from ${userId}
    and ((${isNamed} and user_id = ${userId})
      or (${isForAll} and user_id is null))`;
}
