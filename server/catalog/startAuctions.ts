import { sql, type Transaction } from "kysely";
import { lotStatuses, statusByClock } from "../../domain/lotStatus";
import { announceChange } from "../platform/changes";
import { inTransaction, type Tables } from "../platform/database";
import type { Context } from "../workspace/context";
import type { LotPorts } from "./catalog";
import type { LotArea } from "./lotSource";

/** Rows of a transaction, which takes well below a second. */
const chunkSize = 500;

type StartContext = Pick<Context, "database" | "clock"> & {
  ports: Pick<LotPorts, "lotsChanged">;
};

/**
 * Sets lots to ongoing when their auction time has come, and returns their number.
 * Lots with a fixed price have no auction. It works in chunks of one transaction
 * each and leaves lots that an import is writing to the next call, so that
 * several servers may run it at once. Aborting `signal` stops after the chunk.
 */
export async function startAuctions(
  { database, clock, ports }: StartContext,
  signal: AbortSignal,
): Promise<number> {
  const kysely = database.background;
  const now = clock.now();
  for (let started = 0; ;) {
    if (signal.aborted) return started;
    const isDue = await dueLots({ kysely }, now).limit(1).executeTakeFirst();
    if (!isDue) return started;
    const count = await inTransaction({ kysely }, (trx) =>
      startChunk(trx, ports, now),
    );
    started += count;
    if (count < chunkSize) return started;
  }
}

const dueLots = (
  { kysely }: { kysely: Pick<Transaction<Tables>, "selectFrom"> },
  now: Date,
) =>
  kysely
    .selectFrom("lots")
    .select(["area", "id", "status", "auction_at as auctionAt"])
    .where("status", "=", sql.lit(lotStatuses.upcoming))
    .where("area", "<>", "stock")
    .where("auction_at", "<=", now)
    .orderBy("auction_at")
    .$narrowType<{ area: LotArea }>();

async function startChunk(
  trx: Transaction<Tables>,
  ports: StartContext["ports"],
  now: Date,
): Promise<number> {
  await announceChange(trx, "lots");
  const due = await dueLots({ kysely: trx }, now)
    .limit(chunkSize)
    .forUpdate()
    .skipLocked()
    .execute();
  for (const area of new Set(due.map((lot) => lot.area))) {
    const lots = due.filter((lot) => lot.area === area);
    const lotIds = lots.map(({ id }) => id);
    const statuses = lots.map((lot) => statusByClock(lot, now));
    await sql`
      update lots set status = next.status, seq = nextval('change_seq')
      from unnest(${lotIds}::bigint[], ${statuses}::int[]) as next (id, status)
      where lots.area = ${area} and lots.id = next.id`.execute(trx);
    await ports.lotsChanged(trx, { area, lotIds });
  }
  return due.length;
}
