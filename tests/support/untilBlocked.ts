import { sql } from "kysely";
import type { Database } from "../../server/platform/database";
import { until } from "./eventually";

/** Waits until transactions of the PostgreSQL database wait for locks of others. */
export const untilBlocked = ({ kysely }: Pick<Database, "kysely">, count = 1) =>
  until(async () => {
    const { rows } = await sql`
      select pid from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(
      kysely,
    );
    return rows.length >= count;
  });
