import { setTimeout as pause } from "node:timers/promises";
import { sql, type Kysely } from "kysely";
import type { Database, Tables } from "../platform/database";
import { createQueues } from "../platform/queues";
import type { LotArea } from "./lotSource";

/**
 * The kinds of lots and the areas that hold them. A lot is identified by kind,
 * source and source id; the areas of a kind are places of the same lots.
 */
const areasOfKind = {
  car: ["auction", "stats"],
  bike: ["bikes", "bike-stats"],
  stock: ["stock"],
} as const satisfies Record<string, readonly LotArea[]>;

export type LotKind = keyof typeof areasOfKind;

/** Returns the areas that hold lots of a kind. */
export const areasOf = (kind: LotKind): readonly LotArea[] => areasOfKind[kind];

/**
 * All areas. A statement over all lots by change number or day names them, because the
 * indexes of these columns begin with the area.
 */
export const lotAreas: readonly LotArea[] = Object.values(areasOfKind).flat();

/** For each kind with results: the area of coming lots and that of past ones. */
export const turnovers: readonly { from: LotArea; to: LotArea }[] =
  Object.values(areasOfKind).flatMap(([from, to]) =>
    to === undefined ? [] : [{ from, to }],
  );

/** Returns the kind of an area's lots, which a lot keeps when it moves. */
export const lotKindOf = (area: LotArea): LotKind =>
  (Object.keys(areasOfKind) as LotKind[]).find((kind) =>
    areasOfKind[kind].some((place) => place === area),
  ) ?? "stock";

/** Returns all areas of an area's kind, the area itself first. */
export const placesOf = (area: LotArea): LotArea[] => [
  area,
  ...areasOfKind[lotKindOf(area)].filter((place) => place !== area),
];

const queuesOf = new WeakMap<Database, ReturnType<typeof createQueues>>();
const tryAgainMilliseconds = 250;

/**
 * Runs `work` while nothing else imports or moves lots of the area's kind.
 * Imports of this program wait in a queue. Imports of other programs on the same
 * PostgreSQL try an advisory lock again and again: a waiting lock would hold a
 * snapshot, which delays vacuum and index builds. PostgreSQL releases the lock
 * when a program dies. `work` gets the connection that holds the lock. Aborting
 * `signal` ends the wait.
 */
export async function withKindLock<Result>(
  {
    database,
    area,
    signal,
  }: { database: Database; area: LotArea; signal?: AbortSignal | undefined },
  work: (connection: Kysely<Tables>) => Promise<Result>,
): Promise<Result> {
  const inQueue = queuesOf.get(database) ?? createQueues();
  queuesOf.set(database, inQueue);
  const kind = lotKindOf(area);
  return inQueue(kind, async () => {
    for (;;) {
      const done = await database.background
        .connection()
        .execute((connection) =>
          tryLocked({ database, kind, connection, work }),
        );
      if (done) return done.result;
      await pause(tryAgainMilliseconds, undefined, { signal });
    }
  });
}

/** Returns the result of `work`, or null if another program has the lock. */
async function tryLocked<Result>({
  database,
  kind,
  connection,
  work,
}: {
  database: Database;
  kind: LotKind;
  connection: Kysely<Tables>;
  work: (connection: Kysely<Tables>) => Promise<Result>;
}): Promise<{ result: Result } | null> {
  // Only this program uses the embedded database, with a single session.
  if (database.kind === "embedded") return { result: await work(connection) };
  const key = sql`hashtext(${`import:${kind}`})`;
  const { rows } = await sql<{ isLocked: boolean }>`
    select pg_try_advisory_lock(${key}) as "isLocked"`.execute(connection);
  if (!rows[0]?.isLocked) return null;
  try {
    return { result: await work(connection) };
  } finally {
    await sql`select pg_advisory_unlock(${key})`.execute(connection);
  }
}
