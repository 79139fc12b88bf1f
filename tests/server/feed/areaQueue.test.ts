import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { importFeed } from "../../../server/feed";
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
    await Promise.all(programs.map(migrate));
  });
  afterAll(async () => {
    await Promise.all(programs.map((program) => program.close()));
    await postgres.stop();
  });

  it("import into one area one after another", async () => {
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
});
