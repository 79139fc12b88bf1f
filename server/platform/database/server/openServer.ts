import { Kysely, PostgresDialect, type PostgresPool } from "kysely";
import { isFollowing, isWriting } from "../../deadline";
import { longRunningLimits, requestLimits } from "../database";
import type { Database, DatabaseLog, TimeLimits } from "../database";
import { isAnswering } from "../readiness";
import type { Tables } from "../tables";
import { createListener } from "./listener";
import { createCanceller } from "./canceller";
import { createPool } from "./pool";
import { openReplica } from "./replica";

/** The most connections of a server to the database, by their use. */
export type PoolSizes = {
  /** For reads of requests; as many more to the replica. */
  reads: number;
  /** For requests that change something, so that slow reads do not delay them. */
  writes: number;
  /** For jobs, imports, exports and the index in memory. */
  jobs: number;
};

export const defaultPoolSizes: PoolSizes = { reads: 12, writes: 6, jobs: 4 };

type ServerOptions = {
  url: string;
  replicaUrl?: string | undefined;
  log: DatabaseLog;
  /** The time limits of requests. */
  limits?: TimeLimits;
  pools?: PoolSizes;
};

/** For the followers of changes, which read one after the other. */
const newsConnections = 2;

const queriesOver = (pool: PostgresPool) =>
  new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });

/** Opens PostgreSQL; it connects on first use. See `openDatabase`. */
export function openServer({
  url,
  replicaUrl = "",
  log,
  limits = requestLimits,
  pools = defaultPoolSizes,
}: ServerOptions): Database {
  const listener = createListener(url, log);
  const canceller = createCanceller(url);
  const { cancel } = canceller;
  const reads = createPool({ url, size: pools.reads, limits, log, cancel });
  const writes = createPool({ url, size: pools.writes, limits, log, cancel });
  const news = createPool({ url, size: newsConnections, limits, log, cancel });
  const requests: PostgresPool = {
    connect: () => {
      if (isWriting()) return writes.connect();
      return (isFollowing() ? news : reads).connect();
    },
    end: async () => {
      await Promise.all([reads.end(), writes.end(), news.end()]);
    },
  };
  const jobs = createPool({
    ...{ url, log, cancel },
    size: pools.jobs,
    limits: longRunningLimits,
  });
  const replica =
    replicaUrl === ""
      ? null
      : openReplica({ url: replicaUrl, log, limits, size: pools.reads });
  const kysely = queriesOver(requests);
  const longRunning = queriesOver(jobs);

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
