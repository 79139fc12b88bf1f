import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "kysely";
import { withKindLock } from "../../../server/catalog";
import { importFeed } from "../../../server/feed";
import { migrations } from "../../../server/migrations";
import { migrate, openDatabase } from "../../../server/platform/database";
import type { Database } from "../../../server/platform/database";
import { memoryLog } from "../../support/database";
import { hasPostgres, startPostgres } from "../../support/postgres";
import type { Postgres } from "../../support/postgres";
import { ajesRow, feedOf, importContext } from "./support";

describe.skipIf(!hasPostgres)("imports of two programs on PostgreSQL", () => {
  let postgres: Postgres;
  let programs: Database[];
  beforeAll(async () => {
    postgres = await startPostgres();
    const { log } = memoryLog();
    const url = await postgres.createDatabase();
    const open = () => openDatabase({ url, dataDirectory: "", log });
    programs = await Promise.all([open(), open()]);
    await Promise.all(programs.map((program) => migrate(program, migrations)));
  });
  afterAll(async () => {
    await Promise.all(programs.map((program) => program.close()));
    await postgres.stop();
  });

  it("import lots of one kind one after another", async () => {
    const order: number[] = [];
    const imports = programs.map(async (database, number) =>
      importFeed({
        context: await importContext(database),
        feed: "ajes",
        area: "auction",
        input: feedOf(
          ...Array.from({ length: 1500 }, (_, index) =>
            ajesRow({ ID: `k${index}`, INFO: `program ${number}` }),
          ),
        ),
        onProgress: () => order.push(number),
      }),
    );
    const results = await Promise.all(imports);
    const turns = order.filter((number, at) => number !== order[at - 1]);
    expect(turns.toSorted()).toEqual([0, 1]);
    expect(results.map(({ inserted, updated }) => inserted + updated)).toEqual([
      1500, 1500,
    ]);
    const { count } = await (programs[0] as Database).kysely
      .selectFrom("lots")
      .select(({ fn }) => fn.countAll<string>().as("count"))
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(1500);
  });

  it("hold no snapshot while they wait", async () => {
    const [first, second] = programs as [Database, Database];
    let release = () => {};
    let order = "";
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let holding = Promise.resolve();
    await new Promise<void>((locked) => {
      holding = withKindLock({ database: first, area: "stats" }, () => {
        locked();
        return held;
      });
    });
    const waiting = withKindLock({ database: second, area: "auction" }, () => {
      order += "second";
      return Promise.resolve();
    });
    const stopped = new AbortController();
    const given = withKindLock(
      { database: second, area: "bikes", signal: stopped.signal },
      () => Promise.resolve("bikes"),
    );
    expect(await given).toBe("bikes");
    // The index build waits for every older snapshot of the database.
    await sql`create index concurrently held_test on lots_stock (lot_no)`.execute(
      first.longRunning,
    );
    expect(order).toBe("");
    release();
    await Promise.all([holding, waiting]);
    expect(order).toBe("second");
  });

  it("stop waiting when they are stopped", async () => {
    const [first, second] = programs as [Database, Database];
    const stopping = new AbortController();
    await withKindLock({ database: first, area: "stats" }, async () => {
      const waiting = withKindLock(
        { database: second, area: "auction", signal: stopping.signal },
        () => Promise.resolve(),
      );
      stopping.abort();
      await expect(waiting).rejects.toThrow("aborted");
    });
  });
});
