import { sql } from "kysely";
import type { Database } from "../../server/platform/database";
import { until } from "./eventually";

/** Waits until a transaction of the PostgreSQL database waits for a lock of another one. */
export const untilBlocked = ({ kysely }: Pick<Database, "kysely">) =>
  until(async () => {
    const { rows } = await sql`
      select pid from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(
      kysely,
    );
    return rows.length > 0;
  });
