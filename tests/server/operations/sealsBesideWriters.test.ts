import fc from "fast-check";
import { sql, type ControlledTransaction } from "kysely";
import { describe, expect, it } from "vitest";
import type { Tables } from "../../../server/platform/database";
import { testDatabase } from "../../support/database";
import { hasPostgres } from "../../support/postgres";
import { addEntry, sealer, verify } from "./sealedRows";

describe.skipIf(!hasPostgres)("Seals beside open transactions", () => {
  it("never cover an id whose row may still come, and do not wait for newer ones", async () => {
    const database = await testDatabase();
    const seal = sealer(database);
    const slow = await database.kysely.startTransaction().execute();
    await addEntry(slow);
    await addEntry(database.kysely);
    expect(await seal()).toBe(0);
    // A newer transaction must not delay the rows of the former ones.
    const newer = await database.kysely.startTransaction().execute();
    await addEntry(newer);
    expect(await seal()).toBe(0);
    await slow.commit().execute();
    expect(await seal()).toBe(2);
    await newer.rollback().execute();
    await addEntry(database.kysely);
    expect(await seal()).toBe(1);
    expect(await verify(database.background)).toMatchObject({
      seals: 2,
      rows: 3,
      faults: [],
    });
    await database.close();
  });

  it("have each row once, whatever ends first, on several servers", async () => {
    const database = await testDatabase();
    const servers = [sealer(database), sealer(database)] as const;
    const writers = fc.nat(2);
    const step = fc.oneof(
      { weight: 4, arbitrary: fc.record({ insert: writers }) },
      { weight: 2, arbitrary: fc.record({ commit: writers }) },
      { weight: 1, arbitrary: fc.record({ rollback: writers }) },
      { weight: 2, arbitrary: fc.record({ seal: fc.nat(2) }) },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        const open = new Map<number, ControlledTransaction<Tables>>();
        for (const each of steps) {
          if ("insert" in each) {
            const trx =
              open.get(each.insert) ??
              (await database.kysely.startTransaction().execute());
            open.set(each.insert, trx);
            await addEntry(trx);
          } else if ("seal" in each) {
            // The third value runs both servers at once.
            const both = each.seal === 2;
            await Promise.all(
              servers.flatMap((run, index) =>
                both || index === each.seal ? [run()] : [],
              ),
            );
          } else if ("commit" in each) {
            await open.get(each.commit)?.commit().execute();
            open.delete(each.commit);
          } else {
            await open.get(each.rollback)?.rollback().execute();
            open.delete(each.rollback);
          }
          expect((await verify(database.background)).faults).toEqual([]);
        }
        for (const trx of open.values()) await trx.commit().execute();
        for (const run of servers) await run();
        const { rows, faults } = await verify(database.background);
        const { count } = await database.kysely
          .selectFrom("bid_log")
          .select(sql<number>`count(*)::int`.as("count"))
          .executeTakeFirstOrThrow();
        expect({ rows, faults }).toEqual({ rows: count, faults: [] });
      }),
      { numRuns: 25 },
    );
    await database.close();
  });
});
