import { afterEach, expect, it } from "vitest";
import type { Resource } from "../../../../domain/resource";
import { writeLots } from "../../../../server/catalog";
import { lotSource } from "../../../../server/catalog/lotSource";
import { readTakenPosition } from "../../../../server/platform/changes";
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
import { eventually } from "../../../support/eventually";
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
    const engine = createColumnsEngine({ database, clock, log, mostBytes });
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
    expect(engine.holds("auction")).toBe(false);
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
      "the index in memory could not be started Error: The connection is lost",
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
    const atLeast = await readTakenPosition(database.kysely);
    await eventually(async () => {
      const found = await engine.find(queryOf(resource), { page, atLeast });
      expect(found).toMatchObject({ total: 4 });
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
