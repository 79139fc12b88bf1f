import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  announceChange,
  chooseReads,
  readLastNumber,
  type CurrentReads,
} from "../../../../server/platform/changes";
import { migrations } from "../../../../server/migrations";
import {
  inTransaction,
  migrate,
  openDatabase,
  type Database,
} from "../../../../server/platform/database";
import { until } from "../../../support/eventually";
import { memoryLog } from "../../../support/memoryLog";
import {
  hasPostgres,
  startPostgres,
  type Postgres,
} from "../../../support/postgres";

describe.skipIf(!hasPostgres)("reads with a streaming replica", () => {
  let primary: Postgres;
  let replica: Postgres;
  let database: Database;
  let reads: CurrentReads;

  beforeAll(async () => {
    primary = await startPostgres();
    const url = await primary.createDatabase({ name: "seriba" });
    replica = await primary.startReplica();
    database = await openDatabase({
      url,
      replicaUrl: replica.url.replace(/postgres$/, "seriba"),
      dataDirectory: ":memory:",
      log: memoryLog().log,
    });
    await migrate(database, migrations);
    reads = chooseReads(database);
  });
  afterAll(async () => {
    await database.close();
    await replica.stop();
    await primary.stop();
  });

  /** Writes a lot and returns the change number that its author gets. */
  const write = async (name: string) => {
    await inTransaction(database, async (trx) => {
      await announceChange(trx, "lots");
      await sql`insert into lots (area, source, source_id, lot_no, status, row_hash, imported_at)
        values ('auction', 'test', ${name}, ${name}, 4532, '', now())`.execute(
        trx,
      );
    });
    return readLastNumber(database.kysely);
  };

  /** Reads the numbers of all lots, and where they were read. */
  const read = (atLeast?: bigint) =>
    reads(atLeast, async ({ kysely }) => {
      const { rows } = await sql<{ by: string; lots: string[] }>`
        select case when pg_is_in_recovery() then 'replica' else 'primary' end as by,
          array(select lot_no from lots order by id) as lots`.execute(kysely);
      return rows[0];
    });
  /** Reads as everybody does, once the position that readers share is no longer old. */
  const readFromPrimary = () =>
    until(async () => {
      const found = await read();
      return found?.by === "primary" && found;
    });
  const onReplica = () => {
    if (!database.replica) throw new Error("There is no replica");
    return database.replica.kysely;
  };
  const replay = (verb: "pause" | "resume") =>
    sql.raw(`select pg_wal_replay_${verb}()`).execute(onReplica());

  it("reads from the replica what it has replayed", async () => {
    const change = await write("first");
    await until(async () => {
      const found = await read(change);
      return found?.by === "replica" && found.lots.includes("first");
    });
  });

  it("reads from the server while the replica is behind, and then from the replica again", async () => {
    await replay("pause");
    await until(async () => {
      const { rows } = await sql<{ state: string }>`
        select pg_get_wal_replay_pause_state() as state`.execute(onReplica());
      return rows[0]?.state === "paused";
    });
    const change = await write("second");
    // At once, for its author, and later for everybody.
    const own = await read(change);
    expect(own).toMatchObject({ by: "primary", lots: ["first", "second"] });
    const later = await readFromPrimary();
    expect(later).toMatchObject({ by: "primary", lots: ["first", "second"] });
    await replay("resume");
    const after = await until(async () => {
      const found = await read(change);
      return found?.by === "replica" && found;
    });
    expect(after.lots).toEqual(["first", "second"]);
  });

  it("reads from the server if the replica ends", async () => {
    await replica.kill();
    const change = await write("third");
    expect(await read(change)).toMatchObject({
      by: "primary",
      lots: ["first", "second", "third"],
    });
    expect((await readFromPrimary()).lots).toContain("third");
  });
});
