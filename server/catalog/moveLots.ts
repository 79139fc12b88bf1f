import { sql, type Transaction } from "kysely";
import { addDays, japanDay, weekdayOf } from "../../domain/japanTime";
import { announceChange, buryRows } from "../platform/changes";
import {
  inTransaction,
  type Database,
  type Tables,
} from "../platform/database";
import type { Job } from "../platform/jobs";
import type { Context } from "../workspace/context";
import { moveFavorites } from "./favorites/favoriteQueries";
import { withKindLock } from "./kindLock";
import { placesOf, turnovers } from "./lotKinds";
import type { LotPorts } from "./catalog";
import { lockLots } from "./lotQueries";
import type { LotArea } from "./lotSource";

/** Rows of a transaction, which takes below a tenth of a second. */
const chunkSize = 200;

export type LotMove = {
  from: LotArea;
  /** Another area of the same kind. */
  to: LotArea;
  /** Moves the lots of earlier sale days in Japan, `YYYY-MM-DD`. */
  before: string;
};

/**
 * Moves the lots of past sale days to another area of their kind and returns
 * their number. They keep their ids, so bids and links follow. The lots move in
 * chunks of one transaction each, so a stopped move is continued by the next
 * one. Waits until no import writes lots of the kind. If `signal` aborts, it throws
 * an AbortError after the current chunk.
 */
export async function moveLots(
  {
    database,
    clock,
    ports,
  }: Pick<Context, "clock"> & { database: Database; ports: LotPorts },
  move: LotMove,
  signal?: AbortSignal,
): Promise<number> {
  const { from, to } = move;
  if (from === to || !placesOf(from).includes(to))
    throw new Error(`Lots of ${from} cannot move to ${to}`);
  return withKindLock({ database, area: from, signal }, async (connection) => {
    for (let moved = 0; ;) {
      signal?.throwIfAborted();
      const count = await inTransaction({ kysely: connection }, (trx) =>
        moveChunk(trx, move, { ports, now: clock.now() }),
      );
      moved += count;
      if (count < chunkSize) return moved;
    }
  });
}

async function moveChunk(
  trx: Transaction<Tables>,
  { from, to, before }: LotMove,
  { ports, now }: { ports: LotPorts; now: Date },
): Promise<number> {
  const due = await sql<{ id: string }>`
    select id::text from lots
    where area = ${from} and auction_day < ${before}::date
    order by auction_day, id limit ${sql.lit(chunkSize)}`.execute(trx);
  const dueIds = due.rows.map(({ id }) => id);
  if (dueIds.length === 0) return 0;
  await lockLots(trx, dueIds);
  await announceChange(trx, "lots");
  await moveTo(trx, { from, to, ids: dueIds, ports, now });
  return dueIds.length;
}

/**
 * Moves locked lots to another area of their kind, with their favourites and bids. The
 * caller has announced the change.
 */
export async function moveTo(
  trx: Transaction<Tables>,
  {
    from,
    to,
    ids,
    ports,
    now,
  }: Pick<LotMove, "from" | "to"> & {
    ids: readonly string[];
    ports: Pick<LotPorts, "lotsMoved"> | undefined;
    now: Date;
  },
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    update lots set area = ${to}, seq = nextval('change_seq')
    where area = ${from} and id = any(${ids}::bigint[])
    returning id::text`.execute(trx);
  const lotIds = rows.map(({ id }) => id);
  await buryRows(trx, {
    topic: "lots",
    place: from,
    ids: lotIds,
    movedTo: to,
    now,
  });
  await moveFavorites(trx, { to, lotIds });
  await ports?.lotsMoved(trx, { from, to, lotIds });
}

/** A new week begins in Japan once a week; a lot with a late date waits this long. */
const everySeconds = 900;

/**
 * Makes the job that moves the lots of past weeks to the statistics. A week ends
 * with Sunday in Japan. Lots without a result move too: the next feed updates a
 * lot where it is. Several servers may run the job at once.
 */
export const turnoverJob = (
  context: Pick<Context, "database" | "clock"> & { ports: LotPorts },
): Job => ({
  name: "move-past-lots",
  everySeconds,
  run: async (signal) => {
    const today = japanDay(context.clock.now());
    const before = addDays(today, 1 - weekdayOf(today));
    let moved = 0;
    for (const { from, to } of turnovers)
      if (!signal.aborted && (await hasLotsBefore(context, from, before)))
        moved += await moveLots(context, { from, to, before }, signal);
    return moved;
  },
});

/** Returns whether lots wait, so that an idle run does not wait for an import. */
async function hasLotsBefore(
  { database }: Pick<Context, "database">,
  area: LotArea,
  day: string,
): Promise<boolean> {
  const found = await database.background
    .selectFrom("lots")
    .select("id")
    .where("area", "=", area)
    .where("auction_day", "<", day)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
