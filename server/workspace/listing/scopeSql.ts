import { sql } from "kysely";
import type { Condition, RowSource, Scope } from "./rowSource";

/** Returns the condition for the rows of a table that are in a scope. */
export function scopeSql(
  source: Pick<RowSource, "table" | "rows" | "areaColumn" | "ownerColumn">,
  { area, owner }: Scope,
): Condition {
  const conditions: Condition[] = source.rows ? [source.rows] : [];
  const column = (name: string | undefined) => {
    if (name === undefined)
      throw new Error(`${source.table} has no column for this scope`);
    return sql.ref(`${source.table}.${name}`);
  };
  if (area !== undefined)
    conditions.push(sql`${column(source.areaColumn)} = ${area}`);
  if (owner === "nobody") conditions.push(sql`false`);
  if (typeof owner === "object") {
    const user = column(source.ownerColumn);
    conditions.push(
      owner.withClients
        ? // An array is read first, so that an index finds the rows.
          sql`${user} = any(array(
            select id from users where dealer_id = ${owner.userId}
            union all select ${owner.userId}::bigint))`
        : sql`${user} = ${owner.userId}`,
    );
  }
  return conditions.length > 0
    ? sql`${sql.join(conditions, sql` and `)}`
    : sql`true`;
}
