import { sql } from "kysely";
import { afterAll, describe, expect, it } from "vitest";
import { lotStatuses } from "../../../domain/lotStatus";
import { openDatabase } from "../../../server/platform/database";
import { programDatabase } from "../../support/database";
import { eventually } from "../../support/eventually";
import { silentLog } from "../../support/memoryLog";
import { hasPostgres } from "../../support/postgres";
import { programFile, startProgram } from "../../support/program";
import {
  clientsOverLimit,
  expectedMoney,
  writtenMoney,
} from "../payments/support";
import { auctionsOf, evening, lost, open, won } from "./auctions";
import { logOf } from "./changes";
import { addClient, contextOf } from "./support";

describe.skipIf(!hasPostgres)(
  "a program that is killed in an auction night",
  () => {
    it("leaves each bid open or settled, and the next start ends the night", async () => {
      const settings = await programDatabase();
      const database = await openDatabase({
        url: settings.DATABASE_URL,
        dataDirectory: ":memory:",
        log: silentLog,
      });
      afterAll(() => database.close());
      const { context, setNow } = contextOf(database);
      const auctions = auctionsOf({ context, setNow });
      const bids: { bidId: string; lotId: string }[] = [];
      // The bids of one client are settled one after another.
      const viewer = await addClient(database, { creditLimit: 3_000_000 });
      for (let index = 0; index < 6; index += 1)
        bids.push(await auctions.bid({ viewer }));
      setNow(evening);
      for (const [index, { lotId, bidId }] of bids.entries())
        await auctions.importLot(lotId, {
          status: lotStatuses.sold,
          soldPrice: 400_000,
          winningBid: index % 2 === 0 ? bidId : "999999",
        });

      const states = () =>
        Promise.all(bids.map(({ bidId }) => auctions.settled(bidId)));
      /**
       * Resolves once the program has settled the bids before this one and waits
       * for a lock of the process. Other jobs of the program take locks too.
       */
      const isWaitingFor = (pid: number, index: number) =>
        eventually(async () => {
          const { rows } = await sql`select from pg_stat_activity
          where ${pid}::integer = any(pg_blocking_pids(pid))`.execute(
            database.kysely,
          );
          expect(rows.length).toBeGreaterThan(0);
          expect((await states()).slice(0, index)).not.toContainEqual(open);
        });
      /** Kills the program while it settles the bid, at the row of a table. */
      const killAt = async (table: "lots" | "account_holds", index: number) => {
        const { lotId = "", bidId = "" } = bids[index] ?? {};
        const [column, id] =
          table === "lots" ? ["id", lotId] : ["bid_id", bidId];
        await database.longRunning.transaction().execute(async (trx) => {
          await sql`select from ${sql.table(table)}
          where ${sql.ref(column)} = ${id} for update`.execute(trx);
          const { rows } = await sql<{ pid: number }>`
            select pg_backend_pid() as pid`.execute(trx);
          const program = startProgram(
            { ...settings, LOG_LEVEL: "silent", TIME: evening },
            { script: programFile("jobProgram") },
          );
          try {
            await isWaitingFor(rows[0]?.pid ?? 0, index);
          } finally {
            program.process.kill("SIGKILL");
            await program.ended;
          }
        });
      };

      await killAt("lots", 1);
      expect((await states()).slice(0, 2)).toEqual([won(400_000), open]);
      // By now the status and the debt are written, but not committed.
      await killAt("account_holds", 2);
      expect((await states()).slice(0, 3)).toEqual([won(400_000), lost, open]);
      expect(await clientsOverLimit(database)).toEqual([]);

      await auctions.sweep();
      const ended = bids.map((_bid, index) =>
        index % 2 === 0 ? won(400_000) : lost,
      );
      expect(await states()).toEqual(ended);
      for (const { bidId } of bids)
        expect(await logOf(context, bidId)).toHaveLength(2);
      expect(await writtenMoney(database)).toEqual(
        await expectedMoney(database),
      );
    });
  },
);
