import { sql, type Kysely, type Transaction } from "kysely";
import {
  announceChange,
  buryRows,
  type ChangeTopic,
} from "../../../../server/platform/changes";
import {
  inTransaction,
  type Database,
  type Tables,
} from "../../../../server/platform/database";

const now = new Date("2026-11-20T12:00:00+09:00");

const take = async (db: Kysely<Tables>): Promise<bigint> => {
  const { rows } = await sql<{ taken: string }>`
    select nextval('change_seq')::text as taken`.execute(db);
  return BigInt(rows[0]?.taken ?? 0);
};

/** Buries a lot, which has to be announced before. */
const buryLot = (trx: Transaction<Tables>, id: string) =>
  buryRows(trx, {
    ...{ topic: "lots", place: "auction", ids: [id], movedTo: null, now },
  });

/** Buries a lot in a transaction of its own. */
export const bury = (database: Database, id: string): Promise<void> =>
  inTransaction(database, async (trx) => {
    await announceChange(trx, "lots");
    await buryLot(trx, id);
  });

/**
 * Takes a change number in a transaction that stays open until `commit`. It buries the
 * lot, if one is named.
 */
export async function takeAndWait(database: Database, lotId?: string) {
  const topic: ChangeTopic = lotId === undefined ? "bids" : "lots";
  let commit: () => void = () => undefined;
  const isOver = new Promise<void>((resolve) => {
    commit = resolve;
  });
  let tellTaken: (taken: bigint) => void = () => undefined;
  const taken = new Promise<bigint>((resolve) => {
    tellTaken = resolve;
  });
  const done = database.kysely
    .transaction()
    .execute(async (trx: Transaction<Tables>) => {
      await announceChange(trx, topic);
      if (lotId !== undefined) await buryLot(trx, lotId);
      tellTaken(await take(trx));
      await isOver;
    });
  return {
    taken: await taken,
    commit: async () => {
      commit();
      await done;
    },
  };
}
