import { afterEach, expect, it } from "vitest";
import type { Resource } from "../../../../domain/resource";
import { writeLots } from "../../../../server/catalog";
import { lotSource } from "../../../../server/catalog/lotSource";
import {
  announceChange,
  createChangeHub,
  readLastNumber,
} from "../../../../server/platform/changes";
import {
  inTransaction,
  type Database,
} from "../../../../server/platform/database";
import {
  createColumnsEngine,
  type ColumnsEngine,
} from "../../../../server/workspace/columns";
import { memoryLog, onDatabase } from "../../../support/database";
import { carAuction, client, lotSchema } from "../listing/support/declared";
import { loadModel } from "../listing/support/loadModel";
import { randomLots, seeded } from "../listing/support/randomLots";
import { eventually, until } from "../../../support/eventually";
import { failingFirst } from "../../../support/failingFirst";

const clock = { now: () => new Date("2026-11-18T12:34:56+09:00") };
const row = lotSchema();
const resource = carAuction();
const page = { sort: null, page: 1, pageSize: 20 };

onDatabase("the engine of the index in memory", (open) => {
  const running: ColumnsEngine[] = [];
  afterEach(async () => {
    await Promise.all(running.splice(0).map((engine) => engine.stop()));
  });

  const want = (engine: ColumnsEngine, list: Resource) => {
    engine.wantFor({
      resources: [list],
      row: () => row,
      sourceOf: () => lotSource,
    });
  };
  const startEngine = async (
    database: Database,
    { mostBytes = 2 ** 30, list = resource } = {},
  ) => {
    const { log, lines } = memoryLog();
    const engine = createColumnsEngine({
      ...{ database, clock, log, mostBytes },
      changes: createChangeHub({ database, log }),
    });
    running.push(engine);
    want(engine, list);
    await engine.start();
    await engine.settled();
    return { engine, lines };
  };
  const queryOf = (list: Resource, filters = {}) => ({
    resource: list,
    row,
    state: { filters, search: null },
    viewer: client,
    where: undefined,
    source: lotSource,
  });

  it("leaves an area beyond its memory to the database, and says so", async () => {
    const database = await open();
    await loadModel(database, { seed: 1, count: 5 });
    const { engine, lines } = await startEngine(database, { mostBytes: 1_000 });
    expect(await engine.find(queryOf(resource), { page })).toBeNull();
    expect(JSON.stringify(lines)).toContain("exceeds INDEX_MEMORY");
    expect(engine.states()).toMatchObject([{ isLoaded: false }]);
  });

  it("starts and loads after failures of the database", async () => {
    const database = await open();
    await loadModel(database, { seed: 1, count: 5 });
    const { engine, lines } = await startEngine({
      ...database,
      kysely: failingFirst(database.kysely),
      background: failingFirst(database.background),
    });
    expect(lines).toEqual([
      "changes could not be followed Error: The connection is lost",
      "an index failed to load Error: The connection is lost",
      "the index of an area is loaded",
    ]);
    expect(await engine.find(queryOf(resource), { page })).toMatchObject({
      total: 5,
    });
  });

  it("includes a write as soon as its reader names the number of it", async () => {
    const database = await open();
    const { engine } = await startEngine(database);
    await inTransaction(database, (trx) =>
      writeLots(trx, "auction", randomLots(seeded(3), 4)),
    );
    const atLeast = await readLastNumber(database.kysely);
    await eventually(async () => {
      const found = await engine.find(queryOf(resource), { page, atLeast });
      expect(found).toMatchObject({ total: 4 });
    });
  });

  const stats: Resource = { ...resource, name: "stats", pageType: "stats" };
  const both = [resource, stats];
  const startBoth = async (database: Database, mostBytes = 2 ** 30) => {
    const { log } = memoryLog();
    const changes = createChangeHub({ database, log });
    const options = { database, changes, clock, log, mostBytes };
    const engine = createColumnsEngine(options);
    running.push(engine);
    const wantLists = (resources: Resource[]) => {
      engine.wantFor({ resources, row: () => row, sourceOf: () => lotSource });
    };
    wantLists(both);
    await engine.start();
    await engine.settled();
    return { engine, changes, wantLists };
  };
  const fill = (database: Database, area: "auction" | "stats", count: number) =>
    inTransaction(database, (trx) => {
      // No lot is in both areas.
      const lots = randomLots(seeded(count), 100 + count);
      const own = area === "auction" ? lots.slice(0, count) : lots.slice(100);
      return writeLots(trx, area, own);
    });

  it("reads nothing for changes of other topics, and all areas in two statements", async () => {
    const database = await open();
    let statements = 0;
    const longRunning = database.longRunning.withPlugin({
      transformQuery: ({ node }) => {
        statements += 1;
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    const { engine, changes } = await startBoth({ ...database, longRunning });
    const handled = async () => {
      const last = await readLastNumber(database.kysely);
      await until(() => (changes.states()[0]?.number ?? 0n) >= last);
    };
    statements = 0;
    await inTransaction(database, (trx) => announceChange(trx, "bids"));
    await handled();
    expect(statements).toBe(0);
    await inTransaction(database, async (trx) => {
      await writeLots(trx, "auction", randomLots(seeded(3), 4));
      await writeLots(trx, "stats", randomLots(seeded(4), 7).slice(4));
    });
    await handled();
    expect(statements).toBe(2);
    const totals = await Promise.all(
      both.map((list) => engine.find(queryOf(list), { page })),
    );
    expect(totals).toMatchObject([{ total: 4 }, { total: 3 }]);
  });

  it("gives up only the area that has outgrown its memory, and loads it when there is room", async () => {
    const database = await open();
    await fill(database, "auction", 5);
    await fill(database, "stats", 5);
    const measured = await startBoth(database);
    const used = measured.engine
      .states()
      .reduce((sum, { bytes }) => sum + bytes, 0);
    const { engine, wantLists } = await startBoth(database, used);
    const holds = (name: string) =>
      engine.states().find(({ area }) => area === name)?.isLoaded;
    expect(["auction", "stats"].map(holds)).toEqual([true, true]);
    await fill(database, "auction", 60);
    await until(() => holds("auction") === false);
    await engine.settled();
    expect(["auction", "stats"].map(holds)).toEqual([false, true]);
    wantLists([resource]);
    await until(() => holds("auction") === true);
    expect(await engine.find(queryOf(resource), { page })).toMatchObject({
      total: 60,
    });
  });

  it("answers filters of a field that an edit adds, once it is loaded", async () => {
    const database = await open();
    await loadModel(database, { seed: 2, count: 30 });
    const bare = { ...resource, filters: [], sorts: [] };
    const edited = { ...bare, filters: [{ field: "owners" }] };
    const { engine } = await startEngine(database, { list: bare });
    const query = queryOf(edited, {
      owners: { kind: "range", from: 2, to: null },
    });
    expect(await engine.find(query, { page })).toBeNull();
    want(engine, edited);
    await engine.settled();
    expect((await engine.find(query, { page }))?.total).toBeGreaterThan(0);
  });
});
