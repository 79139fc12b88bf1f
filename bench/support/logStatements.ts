import { Kysely, type CompiledQuery, PostgresDialect } from "kysely";
import type { Database, Tables } from "../../server/platform/database";
import { requestLimits } from "../../server/platform/database/database";
import { createPool } from "../../server/platform/database/server/pool";
import { silentLog } from "./benchDatabase";

/** Returns the database with the settings of requests, and notes each statement. */
export function logStatements(
  url: string,
  statements: CompiledQuery[],
): Database {
  const pool = createPool({
    url,
    size: 2,
    limits: { ...requestLimits, statement: 0 },
    log: silentLog,
    cancel: () => Promise.resolve(),
  });
  const kysely = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => {
      statements.push(query);
    },
  });
  return {
    kind: "server",
    kysely,
    longRunning: kysely,
    background: kysely,
    held: kysely,
    listen: () => Promise.resolve(() => Promise.resolve()),
    isReady: () => Promise.resolve(true),
    load: () => ({ pools: {}, queues: {} }),
    close: () => kysely.destroy(),
  };
}
