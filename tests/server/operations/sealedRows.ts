import type { Kysely } from "kysely";
import { areas } from "../../../server/areas";
import { sealJob } from "../../../server/operations/seals/sealRows";
import { verifySeals } from "../../../server/operations/seals/verifySeals";
import type { Database, Tables } from "../../../server/platform/database";

/** The log of bids alone: the ledger has accounts from the start. */
export const sealed = areas
  .flatMap(({ sealed: tables = [] }) => tables)
  .filter(({ table }) => table === "bid_log");
const clock = { now: () => new Date("2026-11-20T03:00:00.000Z") };
export const { signal } = new AbortController();

/** Returns a seal job, as each server has its own. */
export const sealer = (database: Database) => {
  const job = sealJob({ database, clock }, sealed);
  return () => job.run(signal);
};

export const verify = (background: Kysely<Tables>, wanted?: string) =>
  verifySeals({ background }, sealed, wanted === undefined ? {} : { wanted });

export const addEntry = (db: Kysely<Tables>, name = "Anna") =>
  db
    .insertInto("bid_log")
    .values({
      user_id: "7",
      bid_id: "1042",
      at: new Date("2026-11-20T02:59:59.123Z"),
      actor_id: "7",
      actor_name: name,
      actor_type: 2,
      actor_level: 1064,
      event: "price",
      amount: 200_000,
      bid_status: 1,
      before: JSON.stringify({ bidAmount: 100_000 }),
      after: JSON.stringify({ bidAmount: 200_000, comment: 'A "ö" 車' }),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
