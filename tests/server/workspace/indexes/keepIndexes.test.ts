import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Resource } from "../../../../domain/resource";
import { migrations } from "../../../../server/migrations";
import { migrate, openDatabase } from "../../../../server/platform/database";
import type { Database } from "../../../../server/platform/database";
import {
  keepIndexes,
  openIndexSession,
  wantedIndexes,
} from "../../../../server/workspace/indexes";
import type { WantedIndex } from "../../../../server/workspace/indexes/wantedIndexes";
import { eachDatabase, memoryLog } from "../../../support/database";
import { failingFirst } from "../../../support/failingFirst";
import { hasPostgres, startPostgres } from "../../../support/postgres";
import type { Postgres } from "../../../support/postgres";
import { cars, everyFilter, rowOf, sourceOf } from "./support/declared";

const wantedOf = (resources: Resource[]) =>
  wantedIndexes({ resources, row: rowOf(), sourceOf });

const namesOf = (resources: Resource[]) =>
  wantedOf(resources)
    .map(({ name }) => name)
    .sort();

/** Car auctions filtered by the fields whose bits are set in the number. */
const edited = (number: number): Resource[] => [
  cars({
    filters: everyFilter.filter((_, place) => (number >> place) & 1),
    defaultOrder: undefined,
  }),
];

async function present({ kysely }: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select indexname as name from pg_indexes
    where indexname like 'auto%' order by indexname collate "C"`.execute(
    kysely,
  );
  return rows.map(({ name }) => name);
}

/** Brings the indexes up to date once, as a server does that then stops. */
async function reconcileIndexes({
  wanted,
  ...options
}: Parameters<typeof openIndexSession>[0] & { wanted: WantedIndex[] }) {
  const session = await openIndexSession(options);
  await session.reconcile(wanted);
  await session.close();
}

eachDatabase("the indexes of added fields", (open) => {
  let database: Database;
  let told: ReturnType<typeof memoryLog>;
  beforeAll(async () => {
    database = await open();
  });
  beforeEach(async () => {
    told = memoryLog();
    await reconcileIndexes({ database, wanted: [], log: told.log });
  });
  const keeper = (of = database) =>
    keepIndexes({ database: of, log: told.log, sourceOf });
  /** The indexes that a keeper makes. */
  const keptOf = (resources: Resource[]) =>
    database.kind === "embedded" ? [] : namesOf(resources);
  const reconcile = (resources: Resource[]) =>
    reconcileIndexes({ database, wanted: wantedOf(resources), log: told.log });

  it("come and go with the filters", async () => {
    await reconcile(edited(0b111));
    expect(await present(database)).toEqual(namesOf(edited(0b111)));
    await reconcile(edited(0b110_001));
    expect(await present(database)).toEqual(namesOf(edited(0b110_001)));
    await reconcile([]);
    expect(await present(database)).toEqual([]);
  });

  it("stay as they are where nothing changed", async () => {
    await reconcile(edited(7));
    const file = async () => {
      const { rows } = await sql`select relname, relfilenode from pg_class
        where relname like 'auto%' order by relname`.execute(database.kysely);
      return rows;
    };
    const before = await file();
    await reconcile(edited(7));
    expect(await file()).toEqual(before);
  });

  it("are not made on the embedded database, where others would wait", async () => {
    await reconcile(edited(0b1));
    const indexes = keeper();
    indexes.wantFor(edited(0b11), rowOf());
    await indexes.settled();
    await indexes.stop();
    expect(await present(database)).toEqual(keptOf(edited(0b11)));
  });

  it("match the last of a thousand edits", async () => {
    const indexes = keeper();
    for (let edit = 1; edit <= 1_000; edit += 1) {
      indexes.wantFor(edited(edit), rowOf());
      // Some edits come while indexes of earlier ones are being made.
      if (edit % 100 === 0) await present(database);
    }
    await indexes.settled();
    expect(await present(database)).toEqual(keptOf(edited(1_000)));
    await indexes.stop();
  });

  it("leave alone what is not theirs", async () => {
    const names = ["lots_auction_by_hand", "auto_by_hand"];
    for (const name of names)
      await sql`create index ${sql.id(name)} on lots_auction (year)`.execute(
        database.kysely,
      );
    await reconcile([]);
    expect(await present(database)).toEqual(["auto_by_hand"]);
    for (const name of names)
      await sql`drop index ${sql.id(name)}`.execute(database.kysely);
  });

  it("are rebuilt after a failed run left them invalid", async () => {
    await reconcile(edited(1));
    const [name = ""] = namesOf(edited(1));
    const validity = async () => {
      const { rows } = await sql<{ isValid: boolean }>`
        select indisvalid as "isValid" from pg_index
        where indexrelid = ${name}::regclass`.execute(database.kysely);
      return rows;
    };
    await sql`update pg_index set indisvalid = false
      where indexrelid = ${name}::regclass`.execute(database.kysely);
    expect(await validity()).toEqual([{ isValid: false }]);
    await reconcile(edited(1));
    expect(await validity()).toEqual([{ isValid: true }]);
  });

  it("tells what cannot be made, makes the others, and tries again", async () => {
    const [first, ...others] = wantedOf(edited(0b11));
    if (!first) throw new Error("Nothing is wanted");
    const broken = { ...first, table: "lots_nowhere" };
    const wanted = [broken, ...others];
    await reconcileIndexes({ database, wanted, log: told.log });
    expect(told.lines.join()).toContain('"lots_nowhere" does not exist');
    expect(await present(database)).toEqual(others.map(({ name }) => name));
    await reconcile(edited(0b11));
    expect(await present(database)).toEqual(namesOf(edited(0b11)));
  });

  it("are made after a failure of the database", async () => {
    const held = failingFirst(database.held);
    const indexes = keeper({ ...database, held });
    indexes.wantFor(edited(0b11), rowOf());
    await indexes.settled();
    await indexes.stop();
    expect(told.lines.join()).toContain("The connection is lost");
    expect(await present(database)).toEqual(keptOf(edited(0b11)));
  });

  it("hold whatever an older schema left in the rows", async () => {
    await sql`insert into lots (area, source, source_id, lot_no, status, row_hash, imported_at, extra)
      select 'auction', 'test', n::text, n::text, 4532, '', now(),
        (select jsonb_object_agg(name, stored) from unnest(${everyFilter.map(({ field }) => field)}::text[]) as name)
      from jsonb_array_elements('["soon", 7, 1.5, 1e300, true, null, [], [7, null, "a"], {"a": 1}, "2026-99-99"]')
        with ordinality as old (stored, n)`.execute(database.kysely);
    await reconcile(edited(0b1111_1111_1111));
    expect(told.lines.join()).not.toContain("could not");
    expect(await present(database)).toEqual(namesOf(edited(0b1111_1111_1111)));
  });

  it("are begun no more once the program stops", async () => {
    const indexes = keeper();
    indexes.wantFor(edited(0b11), rowOf());
    await indexes.stop();
    indexes.wantFor(edited(0b11), rowOf());
    await indexes.settled();
    expect(await present(database)).toEqual([]);
  });
});

describe.skipIf(!hasPostgres)("indexes of several servers", () => {
  let postgres: Postgres;
  const servers: Database[] = [];
  const told = memoryLog();
  beforeAll(async () => {
    postgres = await startPostgres();
    const url = await postgres.createDatabase();
    for (let server = 0; server < 3; server += 1)
      servers.push(
        await openDatabase({ url, dataDirectory: ":memory:", log: told.log }),
      );
    for (const database of servers) await migrate(database, migrations);
  });
  afterAll(async () => {
    await Promise.all(servers.map((database) => database.close()));
    await postgres.stop();
  });

  it("are made by one of them at a time, and end as all of them want", async () => {
    const keepers = servers.map((database) =>
      keepIndexes({ database, log: told.log, sourceOf }),
    );
    for (let edit = 1; edit <= 60; edit += 1)
      for (const keeper of keepers) keeper.wantFor(edited(edit * 7), rowOf());
    await Promise.all(keepers.map((keeper) => keeper.settled()));
    await Promise.all(keepers.map((keeper) => keeper.stop()));
    const [database] = servers;
    if (!database) throw new Error("There is no server");
    expect(await present(database)).toEqual(namesOf(edited(420)));
    expect(told.lines.filter((line) => line.includes("could not"))).toEqual([]);
  });

  it("stay while another server with other files wants them", async () => {
    const [first, second] = servers.map((database) =>
      keepIndexes({ database, log: told.log, sourceOf }),
    );
    const [database] = servers;
    if (!first || !second || !database) throw new Error("There are no servers");
    first.wantFor(edited(0b0011), rowOf());
    await first.settled();
    second.wantFor(edited(0b0110), rowOf());
    await second.settled();
    expect(await present(database)).toEqual(namesOf(edited(0b0111)));
    first.wantFor(edited(0b0001), rowOf());
    await first.settled();
    expect(await present(database)).toEqual(namesOf(edited(0b0111)));
    await first.stop();
    second.wantFor(edited(0b0100), rowOf());
    await second.settled();
    expect(await present(database)).toEqual(namesOf(edited(0b0100)));
    await second.stop();
  });

  it("are given up at once when the program stops", async () => {
    const [database, other] = servers;
    if (!database || !other) throw new Error("There are no servers");
    const keeper = keepIndexes({ database, log: told.log, sourceOf });
    await other.kysely.transaction().execute(async (trx) => {
      // Creating and dropping an index waits for this transaction.
      await sql`lock table lots_auction in row exclusive mode`.execute(trx);
      keeper.wantFor(edited(0b1000), rowOf());
      const isBlocked = async () => {
        const { rows } = await sql`select 1 from pg_stat_activity
          where query ilike '% index concurrently%' and wait_event_type = 'Lock' and pid <> pg_backend_pid()`.execute(
          database.kysely,
        );
        return rows.length;
      };
      await expect.poll(isBlocked).toBe(1);
      await keeper.stop();
    });
    await reconcileIndexes({ database, wanted: [], log: told.log });
    expect(await present(database)).toEqual([]);
  });

  it("are made by another attempt after their statement was cancelled", async () => {
    const [database, other] = servers;
    if (!database || !other) throw new Error("There are no servers");
    const ownLog = memoryLog();
    const keeper = keepIndexes({ database, log: ownLog.log, sourceOf });
    await other.kysely.transaction().execute(async (trx) => {
      await sql`lock table lots_auction in row exclusive mode`.execute(trx);
      keeper.wantFor(edited(0b1000), rowOf());
      const cancel = async () => {
        const { rows } = await sql`
          select pg_cancel_backend(pid) from pg_stat_activity
          where query ilike 'create index concurrently%'
            and wait_event_type = 'Lock'`.execute(database.kysely);
        return rows.length;
      };
      await expect.poll(cancel).toBe(1);
      await expect.poll(() => ownLog.complaints.length).toBeGreaterThan(0);
    });
    await keeper.settled();
    await keeper.stop();
    expect(await present(database)).toEqual(namesOf(edited(0b1000)));
    expect(ownLog.complaints.join()).toContain("Not changed: auto_auction_");
    await reconcileIndexes({ database, wanted: [], log: ownLog.log });
  });

  it("are left for an hour after a full disk, and made at once with the next change", async () => {
    const [database] = servers;
    if (!database) throw new Error("There is no server");
    await sql`create function fill_disk() returns event_trigger language plpgsql as $$
      begin raise 'No space left on device' using errcode = '53100'; end $$`.execute(
      database.kysely,
    );
    await sql`create event trigger full_disk on ddl_command_start
      when tag in ('CREATE INDEX') execute function fill_disk()`.execute(
      database.kysely,
    );
    const ownLog = memoryLog();
    const keeper = keepIndexes({ database, log: ownLog.log, sourceOf });
    keeper.wantFor(edited(0b1000), rowOf());
    await keeper.settled();
    expect(ownLog.complaints).toHaveLength(1);
    expect(await present(database)).toEqual([]);
    await sql`drop event trigger full_disk`.execute(database.kysely);
    await sql`drop function fill_disk`.execute(database.kysely);
    keeper.wantFor(edited(0b1000), rowOf());
    await keeper.settled();
    expect(await present(database)).toEqual(namesOf(edited(0b1000)));
    await keeper.stop();
    await reconcileIndexes({ database, wanted: [], log: ownLog.log });
  });

  it("are made beside an open transaction", async () => {
    const [database, other] = servers;
    if (!database || !other) throw new Error("There are no servers");
    const wanted = wantedOf(edited(0b111));
    await other.kysely.transaction().execute(async (trx) => {
      await trx
        .insertInto("terms")
        .values({ kind: "maker", id: 1, name: "A" })
        .execute();
      await reconcileIndexes({ database, wanted, log: told.log });
    });
    expect(await present(database)).toEqual(namesOf(edited(0b111)));
  });
});
