import { sql, type RawBuilder, type SqlBool } from "kysely";
import type { Database } from "../../server/platform/database";

export type Where = RawBuilder<SqlBool>;

/** A page of a listing and its total, as one writes it by hand. */
export async function rawListing(
  { kysely }: Database,
  { where, order }: { where: Where; order: RawBuilder<unknown> },
): Promise<unknown> {
  const found = await sql<{ ids: string[]; total: number }>`
    select
      array(select id from lots where area = 'auction' and ${where}
        order by ${order}, id limit 20) as ids,
      (select count(*)::int from lots where area = 'auction' and ${where})
        as total`.execute(kysely);
  const ids = found.rows[0]?.ids ?? [];
  return sql`select * from lots
    where area = 'auction' and id = any(${ids}::bigint[])`.execute(kysely);
}

/**
 * All facets of the rows that were found, and the bounds of the ranges: two
 * scans. Less than a listing needs, where each facet leaves itself out.
 */
export const rawFacets = (
  { kysely }: Database,
  { where }: { where: Where },
): Promise<unknown> =>
  sql`
    select auction_day::text, maker_id, model_id, condition_id, house_id,
      status, color_id, chassis_id, gearbox_id, count(*)::int,
      null::int, null::int, null::int, null::int, null::int, null::int
    from lots where area = 'auction' and ${where}
    group by grouping sets ((), (auction_day), (maker_id), (model_id),
      (condition_id), (house_id), (status), (color_id), (chassis_id),
      (gearbox_id))
    union all
    select null, null, null, null, null, null, null, null, null, null,
      min(year), max(year), min(mileage), max(mileage), min(engine), max(engine)
    from lots where area = 'auction' and ${where}`.execute(kysely);
