import {
  type Driver,
  Kysely,
  PostgresDialect,
  type PostgresPool,
  sql,
} from "kysely";
import { isFollowing, isWriting, runFollowing } from "../../deadline";
import {
  createNotifier,
  type Notification,
  type Notify,
} from "../notifications";
import {
  guardDriver,
  refuse,
  type StatementBesideTransaction,
} from "../besideTransaction";
import {
  type Database,
  type DatabaseLog,
  longRunningLimits,
  requestLimits,
  type TimeLimits,
} from "../database";
import { isAnswering } from "../readiness";
import type { Tables } from "../tables";
import { createListener } from "./listener";
import { createCanceller, createPool } from "./pool";
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
  /** Whether a statement beside its own transaction fails. Otherwise it is logged. */
  refusesBeside?: boolean;
};

/** For the hub of changes and its subscribers. */
const newsConnections = 2;
/**
 * For the session that keeps indexes, and for the locks that imports and moves of rows hold
 * for minutes. They are opened on demand.
 */
const heldConnections = 4;

/** Shared by all pools of a database. */
type Guard = {
  database: object;
  onFault: (fault: StatementBesideTransaction) => void;
  notify: Notify;
};

/** PostgreSQL for one of its pools. */
class GuardedDialect extends PostgresDialect {
  constructor(
    pool: PostgresPool,
    readonly guard: Guard,
  ) {
    super({ pool });
  }

  override createDriver(): Driver {
    return guardDriver(super.createDriver(), this.guard);
  }
}

/** Opens PostgreSQL; it connects on first use. See `openDatabase`. */
export function openServer({
  url,
  replicaUrl = "",
  log,
  limits = requestLimits,
  pools = defaultPoolSizes,
  refusesBeside = process.env.NODE_ENV === "test",
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
  const holders = createPool({
    ...{ url, log, cancel },
    size: heldConnections,
    limits: longRunningLimits,
  });
  const replica =
    replicaUrl === ""
      ? null
      : openReplica({ url: replicaUrl, log, limits, size: pools.reads });
  const notifier = createNotifier((notifications) =>
    runFollowing(() => sendAll(kysely, notifications)),
  );
  const guard: Guard = {
    database: canceller,
    notify: notifier.notify,
    onFault: refusesBeside
      ? refuse
      : (err) => {
          log.error({ err }, "a statement ran beside its own transaction");
        },
  };
  const queriesOver = (pool: PostgresPool) =>
    new Kysely<Tables>({ dialect: new GuardedDialect(pool, guard) });
  const kysely = queriesOver(requests);
  const longRunning = queriesOver(jobs);
  const held = queriesOver(holders);

  return {
    kind: "server",
    kysely,
    longRunning,
    background: longRunning,
    held,
    ...(replica ? { replica } : {}),
    listen: listener.listen,
    isReady: () => isAnswering(kysely),
    load: () => ({
      pools: {
        reads: reads.load(),
        writes: writes.load(),
        news: news.load(),
        jobs: jobs.load(),
        held: holders.load(),
        ...(replica ? { replica: replica.load() } : {}),
      },
      queues: {},
    }),
    async close() {
      await notifier.close();
      await listener.close();
      await Promise.all(
        [kysely, longRunning, held].map((opened) => opened.destroy()),
      );
      await Promise.all([canceller.close(), replica?.close()]);
    },
  };
}

/** Without a flush of the log, which nothing but notifications would wait for. */
async function sendAll(
  kysely: Kysely<Tables>,
  notifications: readonly Notification[],
): Promise<void> {
  const channels = notifications.map(({ channel }) => channel);
  const payloads = notifications.map(({ payload }) => payload);
  await sql`
    select set_config('synchronous_commit', 'off', true), pg_notify(channel, payload)
    from unnest(${channels}::text[], ${payloads}::text[])
      as notifications (channel, payload)`.execute(kysely);
}
