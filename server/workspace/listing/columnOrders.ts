import { sql } from "kysely";
import type { Order } from "../../../domain/resource";
import { runWithDeadline } from "../../platform/deadline";
import type { Database } from "../../platform/database";

/** Indexes come and go with the declarations, so the catalog is read again. */
const lifetimeMs = 30_000;

type Wanted = { table: string; column: string; id: string; direction: Order };

/** Tells which orders of a table an index can give. */
export type ColumnOrders = (wanted: Wanted) => Promise<boolean>;

/**
 * Returns a function that tells whether an index has a column in this direction,
 * nulls last, and then the id. Without one, an order costs a sort of all matches.
 */
export function readColumnOrders({
  kysely,
}: Pick<Database, "kysely">): ColumnOrders {
  const known = new Map<
    string,
    { readAt: number; orders: Promise<Set<string>> }
  >();

  const read = async (table: string, id: string) => {
    const { rows } = await sql<{ column: string; direction: Order }>`
      select first.attname as "column",
        case entry.indoption[0] when 0 then 'ASC' else 'DESC' end as direction
      from pg_index as entry
      join pg_class as class on class.oid = entry.indexrelid
      join pg_am as method on method.oid = class.relam
      join pg_attribute as first on first.attrelid = entry.indrelid
        and first.attnum = entry.indkey[0]
      join pg_attribute as second on second.attrelid = entry.indrelid
        and second.attnum = entry.indkey[1]
      where entry.indrelid = to_regclass(${table}) and entry.indisvalid
        and entry.indpred is null and method.amname = 'btree'
        and entry.indnkeyatts = 2 and second.attname = ${id}
        and entry.indoption[0] in (0, 1) and entry.indoption[1] = 0`.execute(
      kysely,
    );
    return new Set(
      rows.map(({ column, direction }) => `${column} ${direction}`),
    );
  };

  return async ({ table, column, id, direction }) => {
    let found = known.get(table);
    if (!found || performance.now() - found.readAt > lifetimeMs) {
      const orders = runWithDeadline(null, () => read(table, id));
      found = { readAt: performance.now(), orders };
      known.set(table, found);
      found.orders.catch(() => known.delete(table));
    }
    return (await found.orders).has(`${column} ${direction}`);
  };
}
