import { Pool } from "pg";
import type { CancelStatement } from "./pool";

/** A connection that is not used for so long is closed. */
const idleMs = 10_000;
const connectTimeoutMs = 1_000;
/** Cancellations under load share so many connections. */
const connections = 2;

/**
 * Opens connections that cancel statements of other connections. They are apart,
 * because the statements to cancel may hold all the others.
 */
export function createCanceller(url: string): {
  cancel: CancelStatement;
  close: () => Promise<void>;
} {
  const pool = new Pool({
    connectionString: url,
    max: connections,
    idleTimeoutMillis: idleMs,
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: connectTimeoutMs,
    application_name: "seriba-cancel",
  });
  // Without listeners an error of a connection would end the process.
  pool.on("error", () => undefined);
  return {
    cancel: async (processId) => {
      // The time limit of PostgreSQL ends the statement if this fails.
      await pool
        .query("select pg_cancel_backend($1)", [processId])
        .catch(() => undefined);
    },
    close: () => pool.end(),
  };
}
