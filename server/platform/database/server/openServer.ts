import { Kysely, PostgresDialect } from "kysely";
import { longRunningLimits, requestLimits } from "../database";
import type { Database, DatabaseLog, TimeLimits } from "../database";
import { isAnswering } from "../readiness";
import type { Tables } from "../tables";
import { createListener } from "./listener";
import { createCanceller } from "./canceller";
import { createPool } from "./pool";
import { openReplica } from "./replica";

const requestConnections = 12;
const longRunningConnections = 4;

type ServerOptions = {
  url: string;
  replicaUrl?: string | undefined;
  log: DatabaseLog;
  /** The time limits of requests. */
  limits?: TimeLimits;
};

/** Opens PostgreSQL; it connects on first use. See `openDatabase`. */
export function openServer({
  url,
  replicaUrl = "",
  log,
  limits = requestLimits,
}: ServerOptions): Database {
  const listener = createListener(url, log);
  const canceller = createCanceller(url);
  const connect = (size: number, timeLimits: TimeLimits) => {
    const { cancel } = canceller;
    const pool = createPool({ url, size, limits: timeLimits, log, cancel });
    return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  };
  const replica =
    replicaUrl === "" ? null : openReplica({ url: replicaUrl, log, limits });
  const kysely = connect(requestConnections, limits);
  const longRunning = connect(longRunningConnections, longRunningLimits);

  return {
    kind: "server",
    kysely,
    longRunning,
    background: longRunning,
    ...(replica ? { replica } : {}),
    listen: listener.listen,
    isReady: () => isAnswering(kysely),
    async close() {
      await listener.close();
      await Promise.all([kysely.destroy(), longRunning.destroy()]);
      await Promise.all([canceller.close(), replica?.close()]);
    },
  };
}
