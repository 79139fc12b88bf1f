import { sql } from "kysely";
import { expect, it } from "vitest";
import { findLedgerFaults } from "../../../server/payments/proveLedger";
import { onDatabase } from "../../support/database";
import { programOf } from "./ledger/program";

onDatabase("the daily proof of the ledger", (open) => {
  it("finds each sum that was changed beside its rows, and nothing before", async () => {
    const database = await open();
    const program = programOf(database);
    const userId = await program.addClient(500_000);
    const { kysely } = database;
    await program.claim({ userId, bidId: "901", held: 100_000 });
    await program.claim({ userId, bidId: "902", owed: 90_001 });
    await program.remit(userId, 700, { day: "2026-09-15" });
    await program.closeMonth("2026-10");
    expect(await findLedgerFaults(database)).toEqual([]);
    const forge = async (statement: string) => {
      const trx = await kysely.startTransaction().execute();
      try {
        for (const table of ["ledger_transfers", "ledger_checkpoints"])
          await sql`alter table ${sql.table(table)} disable trigger user`.execute(
            trx,
          );
        await sql.raw(statement).execute(trx);
        const faults = await findLedgerFaults({ background: trx });
        return faults.map(({ fault }) => fault);
      } finally {
        await trx.rollback().execute();
      }
    };
    const ofClient = `user_id = ${userId}`;
    expect([
      await forge(
        `update accounts set balance = balance + 1 where ${ofClient}`,
      ),
      await forge(`update accounts set held = held - 1 where ${ofClient}`),
      await forge(`update accounts set entries = 9 where ${ofClient}`),
      await forge(
        "update ledger_transfers set credit_balance = 1 where kind = 'remittance'",
      ),
      await forge("delete from open_car_prices"),
      await forge("update ledger_checkpoints set balance = balance + 1"),
      await forge("delete from ledger_checkpoints"),
    ]).toEqual([
      ["balance"],
      ["held"],
      ["entries"],
      ["entries"],
      ["price"],
      ["checkpoint", "checkpoint"],
      ["checkpoint", "checkpoint"],
    ]);
  });
});
