import { sql, type Transaction } from "kysely";
import { announceChange, buryRows } from "../platform/changes";
import {
  inTransaction,
  type Database,
  type Tables,
} from "../platform/database";
import type { Context } from "../workspace/context";
import { moveFavorites } from "./favorites/favoriteQueries";
import { withKindLock } from "./kindLock";
import { placesOf } from "./lotKinds";
import { lockLots } from "./lotQueries";
import type { LotPorts } from "./lotPorts";
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
  const isDue = sql`area = ${from} and auction_day < ${before}::date`;
  const due = await sql<{ id: string }>`
    select id::text from lots where ${isDue}
    order by auction_day, id limit ${sql.lit(chunkSize)}`.execute(trx);
  const dueIds = due.rows.map(({ id }) => id);
  if (dueIds.length === 0) return 0;
  await lockLots(trx, dueIds);
  await announceChange(trx, "lots");
  const { rows } = await sql<{ id: string }>`
    update lots set area = ${to}, seq = nextval('change_seq')
    where ${isDue} and id = any(${dueIds}::bigint[])
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
  await ports.lotsMoved(trx, { from, to, lotIds });
  return dueIds.length;
}
