import fc from "fast-check";
import { sql, type ControlledTransaction, type Kysely } from "kysely";
import { expect, it } from "vitest";
import { verifySealsJob } from "../../../server/operations/seals/verifySeals";
import type { Database, Tables } from "../../../server/platform/database";
import { createLog } from "../../../server/platform/log";
import { eachDatabase } from "../../support/database";
import { addEntry, sealed, sealer, signal, verify } from "./sealedRows";

async function addEntries(db: Kysely<Tables>, count: number) {
  for (let index = 0; index < count; index += 1) await addEntry(db);
}

/** Runs the work as an attacker who can turn the triggers off, and undoes it. */
async function tampering<Result>(
  { kysely }: Database,
  work: (trx: ControlledTransaction<Tables>) => Promise<Result>,
): Promise<Result> {
  const trx = await kysely.startTransaction().execute();
  try {
    for (const table of ["bid_log", "seals"])
      await sql`alter table ${sql.table(table)} disable trigger user`.execute(
        trx,
      );
    return await work(trx);
  } finally {
    await trx.rollback().execute();
  }
}

eachDatabase("Seals", (open, kind) => {
  it("cover the rows of the log of bids, in one chain", async () => {
    const database = await open();
    const seal = sealer(database);
    expect(await seal()).toBe(0);
    expect((await verify(database.background)).head).toBeNull();
    await addEntries(database.kysely, 3);
    expect(await seal()).toBe(3);
    expect(await seal()).toBe(0);
    await addEntries(database.kysely, 2);
    expect(await seal()).toBe(2);
    const seals = await database.kysely
      .selectFrom("seals")
      .select(["number", "first_id", "last_id", "row_count"])
      .orderBy("number")
      .execute();
    expect(seals).toEqual([
      { number: "1", first_id: "1", last_id: "3", row_count: 3 },
      { number: "2", first_id: "4", last_id: "5", row_count: 2 },
    ]);
    expect(await verify(database.background)).toMatchObject({
      seals: 2,
      rows: 5,
      faults: [],
    });
  });

  it("have the hashes that PostgreSQL computes by the documented form", async () => {
    const database = await open();
    await addEntries(database.kysely, 2);
    await sealer(database)();
    const { rows } = await sql<{ head: string; wanted: string }>`
      with line as (
        select id, '[' || concat_ws(',', to_json(id::text), to_json(user_id::text),
          to_json(bid_id::text), '"2026-11-20T02:59:59.123000Z"',
          to_json(actor_id::text), to_json(actor_type::text),
          to_json(actor_level::text), to_json(event), to_json(amount::text),
          to_json(bid_status::text), to_json(before::text), to_json(after::text),
          coalesce(to_json(reason), 'null'),
          to_json(encode(sha256(convert_to(actor_salt || 'Anna', 'UTF8')), 'hex'))
        ) || ']' || chr(10) as text from bid_log
      ), hashed as (
        select encode(sha256(convert_to(string_agg(text, '' order by id), 'UTF8')),
          'hex') as hash from line
      )
      select head, encode(sha256(convert_to('seriba-seal=1;number=1;table=bid_log;columns='
        || 'id,user_id,bid_id,at:time,actor_id,actor_type,actor_level,event,amount,'
        || 'bid_status,before,after,reason,actor_digest;from=1;to=2;count=2;rows=' || hash
        || ';time=2026-11-20T03:00:00.000Z;previous=' || repeat('0', 64), 'UTF8')),
        'hex') as wanted
      from seals, hashed`.execute(database.kysely);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.head).toBe(rows[0]?.wanted);
  });

  it("and the log are never changed, but a name can be erased", async () => {
    const database = await open();
    const { kysely } = database;
    const { id } = await addEntry(kysely);
    await addEntry(kysely, "Boris");
    await sealer(database)();
    for (const table of ["bid_log", "seals"]) {
      const refusal = `rows of ${table} are never changed`;
      const name = sql.table(table);
      const set = sql.raw(table === "seals" ? "row_count = 9" : "amount = 9");
      for (const change of [
        sql`update ${name} set ${set}`,
        sql`delete from ${name}`,
        sql`truncate ${name}`,
      ])
        await expect(change.execute(kysely)).rejects.toThrow(refusal);
    }
    const rename = sql`update bid_log set actor_name = 'Eve' where id = ${id}`;
    await expect(rename.execute(kysely)).rejects.toThrow("never changed");
    await sql`update bid_log set actor_name = '', actor_salt = null
      where id = ${id}`.execute(kysely);
    expect((await verify(database.background)).faults).toEqual([]);
    // Nothing of the name is left from which it could be guessed.
    const { rows } = await sql<{ row: string }>`
      select to_jsonb(bid_log)::text as row from bid_log where id = ${id}`.execute(
      kysely,
    );
    expect(rows[0]?.row).not.toContain("Anna");
  });

  if (kind === "embedded") return;

  it("cover every column, except names and their salts", async () => {
    const { kysely } = await open();
    for (const { table, columns, names } of sealed) {
      const covered = columns.map((column) => column.split(":")[0]);
      const erased = names.flatMap(({ name, salt }) => [name, salt]);
      const { rows } = await sql<{ name: string }>`
        select column_name as name from information_schema.columns
        where table_schema = 'public' and table_name = ${table}`.execute(
        kysely,
      );
      expect(rows.map(({ name }) => name).toSorted()).toEqual(
        [...covered, ...erased].toSorted(),
      );
      for (const { digest } of names) expect(covered).toContain(digest);
    }
  });

  it("show every changed column of a row, and removed, added and renamed rows", async () => {
    const database = await open();
    await addEntries(database.kysely, 5);
    await sealer(database)();
    await addEntries(database.kysely, 4);
    // The seal covers the free id after its last row.
    const undone = await database.kysely.startTransaction().execute();
    await addEntry(undone);
    await undone.rollback().execute();
    await sealer(database)();
    const changes: Record<string, string> = {
      user_id: "user_id + 1",
      bid_id: "bid_id + 1",
      at: "at + interval '1 microsecond'",
      actor_id: "null",
      actor_type: "actor_type + 1",
      actor_level: "0",
      event: "event || ' '",
      amount: "amount - 1",
      bid_status: "null",
      before: `before || '{"bidAmount": 100001}'`,
      after: "null",
      actor_digest: "overlay(actor_digest placing 'x' from 9)",
    };
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...Object.entries(changes)),
        fc.integer({ min: 1, max: 9 }),
        async ([column, value], id) => {
          const { faults } = await tampering(database, async (trx) => {
            await sql`update bid_log set ${sql.ref(column)} = ${sql.raw(value)}
              where id = ${id}`.execute(trx);
            return verify(trx);
          });
          const seal = id <= 5 ? "1" : "2";
          expect(faults).toEqual([{ seal, table: "bid_log", fault: "rows" }]);
        },
      ),
      { numRuns: 40 },
    );
    const faultsAfter = async (change: string) => {
      const { faults } = await tampering(database, async (trx) => {
        await sql.raw(change).execute(trx);
        return verify(trx);
      });
      return faults.map(({ seal, fault }) => `${seal} ${fault}`);
    };
    expect(await faultsAfter("delete from bid_log where id = 9")).toEqual([
      "2 rows",
    ]);
    expect(
      await faultsAfter(`insert into bid_log overriding system value
        select (jsonb_populate_record(bid_log, '{"id": 10}')).*
        from bid_log where id = 2`),
    ).toEqual(["2 rows"]);
    expect(
      await faultsAfter("update bid_log set actor_name = 'Eve' where id = 3"),
    ).toEqual(["1 name"]);
    expect(
      await faultsAfter(`update bid_log set actor_name = 'Eve', actor_salt = null
        where id = 3`),
    ).toEqual(["1 name"]);
  });

  it("show a changed seal, whatever its column, and a broken chain", async () => {
    const database = await open();
    for (let index = 0; index < 3; index += 1) {
      await addEntries(database.kysely, 2);
      await sealer(database)();
    }
    const faultsAfter = async (change: string) => {
      const { faults } = await tampering(database, async (trx) => {
        await sql.raw(change).execute(trx);
        return verify(trx);
      });
      return faults.map(({ seal, fault }) => `${seal} ${fault}`);
    };
    const two = (change: string) =>
      faultsAfter(`update seals set ${change} where number = 2`);
    expect(await two("sealed_at = sealed_at - interval '1 hour'")).toEqual([
      "2 head",
    ]);
    expect(await two("rows_hash = repeat('a', 64)")).toEqual([
      "2 head",
      "2 rows",
    ]);
    expect(await two("row_count = 1")).toEqual(["2 head", "2 rows"]);
    expect(await two("columns = 'id,nothing'")).toEqual(["2 head", "2 rows"]);
    expect(await two("sealed_table = 'users'")).toContain("2 head");
    expect(await two("last_id = 3")).toContain("3 range");
    expect(await two("previous_head = repeat('a', 64)")).toEqual([
      "2 chain",
      "2 head",
    ]);
    expect(await two("head = repeat('a', 64)")).toEqual(["2 head", "3 chain"]);
    expect(await faultsAfter("delete from seals where number = 2")).toContain(
      "3 chain",
    );
  });

  it("find a head that was noted before, unless the end of the chain was removed", async () => {
    const database = await open();
    await addEntries(database.kysely, 1);
    await sealer(database)();
    const { head } = await verify(database.background);
    await addEntries(database.kysely, 1);
    await sealer(database)();
    const newest = (await verify(database.background)).head ?? "";
    const found = await verify(database.background, head ?? "");
    expect(found.hasHead).toBe(true);
    const cut = await tampering(database, async (trx) => {
      await sql`delete from seals where number = 2`.execute(trx);
      await sql`delete from bid_log where id = 2`.execute(trx);
      return verify(trx, newest);
    });
    expect(cut).toMatchObject({ faults: [], hasHead: false });
  });

  it("are made of long logs in parts", async () => {
    const database = await open();
    await addEntry(database.kysely);
    await sql`insert into bid_log
      (user_id, bid_id, at, actor_name, actor_type, event)
      select 1, 1, now(), 'Anna', 2, 'price' from generate_series(1, 4500)`.execute(
      database.kysely,
    );
    expect(await sealer(database)()).toBe(4_501);
    expect(await verify(database.background)).toMatchObject({
      seals: 5,
      rows: 4_501,
      faults: [],
    });
  });

  it("fail the job that verifies them, with an error in the log and a metric", async () => {
    const database = await open();
    await addEntries(database.kysely, 2);
    await sealer(database)();
    const lines: string[] = [];
    const gauges = new Map<string, () => Iterable<{ value: number }>>();
    const jobOf = (background: Kysely<Tables>) =>
      verifySealsJob({
        database: { ...database, background },
        sealed,
        log: createLog("error", { write: (line) => lines.push(line) }),
        metrics: {
          gauge: ({ name, read }) => {
            gauges.set(name, read);
          },
        },
      });
    const numberOf = (name: string) =>
      [...(gauges.get(name)?.() ?? [])].map(({ value }) => value);
    const job = jobOf(database.background);
    expect(numberOf("seriba_seal_faults")).toEqual([]);
    expect(await job.run(signal)).toBe(1);
    expect(numberOf("seriba_seal_faults")).toEqual([0]);
    expect(lines).toEqual([]);
    await tampering(database, async (trx) => {
      await sql`update bid_log set amount = 1 where id = 2`.execute(trx);
      await expect(jobOf(trx).run(signal)).rejects.toThrow("1 faults");
    });
    expect(numberOf("seriba_seal_faults")).toEqual([1]);
    expect(lines.join("")).toContain('"fault":"rows"');
  });
});
