import { execFileSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { writeLots } from "../../../../server/catalog";
import { lotSource } from "../../../../server/catalog/lotSource";
import {
  announceChange,
  buryRows,
  createChangeHub,
} from "../../../../server/platform/changes";
import {
  inTransaction,
  type Database,
} from "../../../../server/platform/database";
import { createColumnsEngine } from "../../../../server/workspace/columns";
import {
  readSnapshot,
  writeSnapshot,
  type SnapshotKey,
} from "../../../../server/workspace/columns/snapshot/snapshotFile";
import { createColumnTable } from "../../../../server/workspace/columns/store/columnTable";
import { createListingIndex } from "../../../../server/workspace/listing";
import { eachDatabase, memoryLog } from "../../../support/database";
import { hasPostgres } from "../../../support/postgres";
import { carAuction, client, lotSchema } from "../listing/support/declared";
import { loadModel } from "../listing/support/loadModel";
import { randomLots, seeded } from "../listing/support/randomLots";

const now = new Date("2026-11-18T12:34:56+09:00");
const clock = { now: () => now };
const row = lotSchema();
const resource = carAuction();
const fromFile = "the index of an area is loaded from its file";
const fromDatabase = "the index of an area is loaded";

eachDatabase("the file of an index", (open, kind) => {
  let database: Database;
  let folder: string;
  beforeEach(async () => {
    database = await open();
    folder = mkdtempSync(path.join(tmpdir(), "seriba-index-"));
    await loadModel(database, { seed: 4, count: 60 });
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  /** Starts an index and loads it. */
  const start = async (list = resource, on = database) => {
    const { log, lines } = memoryLog();
    const changes = createChangeHub({ database, log });
    const mostBytes = 2 ** 30;
    const options = { database: on, changes, clock, log, mostBytes, folder };
    const engine = createColumnsEngine(options);
    engine.wantFor({
      resources: [list],
      row: () => row,
      sourceOf: () => lotSource,
    });
    await engine.start();
    await engine.settled();
    return { engine, lines };
  };
  /** Starts an index, compares it with the database, and stops it again. */
  const run = async (list = resource) => {
    const { engine, lines } = await start(list);
    const query = {
      resource: list,
      row,
      state: { filters: {}, search: null },
      viewer: client,
      where: undefined,
      source: lotSource,
    };
    const page = { sort: null, page: 1, pageSize: 70 };
    const asked = { page, facets: "all" as const };
    const found = await engine.find(query, asked);
    const expected = await createListingIndex({ database, clock }).find(
      query,
      asked,
    );
    expect({ ...found, version: 0n, versions: undefined }).toEqual({
      ...expected,
      version: 0n,
    });
    await engine.save();
    await engine.stop();
    return lines;
  };
  const removeFirst = (isBuried: boolean) =>
    inTransaction(database, async (trx) => {
      await announceChange(trx, "lots");
      const { id } = await trx
        .selectFrom("lots")
        .select("id")
        .orderBy("id")
        .executeTakeFirstOrThrow();
      await trx.deleteFrom("lots").where("id", "=", id).execute();
      const buried = {
        topic: "lots",
        place: "auction",
        movedTo: null,
      } as const;
      if (isBuried) await buryRows(trx, { ...buried, ids: [id], now });
    });

  it("is read by the next start, which adds the changes since then", async () => {
    expect(await run()).toEqual([fromDatabase]);
    await inTransaction(database, (trx) =>
      writeLots(trx, "auction", randomLots(seeded(9), 80).slice(20)),
    );
    await removeFirst(true);
    expect(await run()).toEqual([fromFile]);
    expect(await run()).toEqual([fromFile]);
  });

  // The following tests depend on the file alone.
  if (kind === "embedded" && hasPostgres) return;

  it("stays if the next one cannot be written", async () => {
    await run();
    const [name = ""] = readdirSync(folder);
    const former = readFileSync(path.join(folder, name));
    await inTransaction(database, (trx) =>
      writeLots(trx, "auction", randomLots(seeded(9), 80).slice(20)),
    );
    // The file that is written first cannot be opened.
    mkdirSync(path.join(folder, `${name}.part`));
    const lines = await run();
    expect(lines).toEqual([
      fromFile,
      expect.stringContaining("an index was not saved"),
    ]);
    expect(readFileSync(path.join(folder, name))).toEqual(former);
  });

  it("lets the program stop while the disk does not answer", async () => {
    await run();
    const [name = ""] = readdirSync(folder);
    await removeFirst(true);
    // Opening a named pipe waits until somebody reads it.
    const part = path.join(folder, `${name}.part`);
    execFileSync("mkfifo", [part]);
    const { engine, lines } = await start();
    const tooLate = new AbortController();
    const saved = engine.save(tooLate.signal);
    tooLate.abort();
    await saved;
    await engine.stop();
    expect(lines).toEqual([fromFile]);

    await readFile(part);
    await expect.poll(() => lines[1]).toContain("an index was not saved");
    expect(readdirSync(folder)).toEqual([name]);
  });

  // On the embedded database the transaction of the comparison keeps others out.
  it.skipIf(kind === "embedded")(
    "is read although lots come in while it is compared",
    async () => {
      await run();
      let source = 100;
      const addLot = () =>
        inTransaction(database, (trx) => {
          source += 1;
          const lots = randomLots(seeded(source), 1);
          const added = lots.map((lot) => ({ ...lot, sourceId: `${source}` }));
          return writeLots(trx, "auction", added);
        });
      /** Adds a lot after each of the first statements. */
      const withLots = (of: Database["kysely"]) =>
        of.withPlugin({
          transformQuery: ({ node }) => node,
          transformResult: async ({ result }) => {
            if (source < 105) await addLot();
            return result;
          },
        });
      const { engine, lines } = await start(resource, {
        ...database,
        background: withLots(database.background),
        longRunning: withLots(database.longRunning),
      });
      await engine.stop();
      expect(source).toBe(105);
      expect(lines).toEqual([fromFile]);
    },
  );

  it("is not written further once its time is over", async () => {
    await run();
    const [name = ""] = readdirSync(folder);
    const file = path.join(folder, name);
    const former = readFileSync(file);
    const header = former.subarray(8, 8 + Number(former.readBigUInt64LE()));
    const { key } = JSON.parse(header.toString()) as { key: SnapshotKey };
    const snapshot = await readSnapshot(file, key);
    if (!snapshot) throw new Error("The file is not readable");
    const signal = AbortSignal.abort();
    const writing = writeSnapshot(file, { ...snapshot, version: "7" }, signal);
    await expect(writing).rejects.toThrow("aborted");
    expect(readdirSync(folder)).toEqual([name]);
    expect(readFileSync(file)).toEqual(former);
  });

  it("is not served if a byte is wrong, if it is cut off, or if rows are missing", async () => {
    await run();
    const [name = ""] = readdirSync(folder);
    const file = path.join(folder, name);
    const bytes = readFileSync(file);
    for (const place of [200, bytes.length - 5_000]) {
      const broken = Buffer.from(bytes);
      broken[place] = (broken[place] ?? 0) ^ 1;
      writeFileSync(file, broken);
      expect(await run()).toEqual([fromDatabase]);
    }
    writeFileSync(file, bytes.subarray(0, bytes.length / 2));
    expect(await run()).toEqual([fromDatabase]);
    await removeFirst(false);
    expect(await run()).toEqual(["a saved index had other rows", fromDatabase]);
  });

  it("is not served if removals since then may be forgotten, or if the database is older", async () => {
    await run();
    const [name = ""] = readdirSync(folder);
    const file = path.join(folder, name);
    const bytes = readFileSync(file);
    const end = 8 + Number(bytes.readBigUInt64LE());
    const header: unknown = JSON.parse(bytes.subarray(8, end).toString());
    const { key } = header as { key: SnapshotKey };
    const snapshot = await readSnapshot(file, key);
    if (!snapshot) throw new Error("The file is not readable");
    const sixDays = 6 * 24 * 3_600_000;
    for (const changed of [
      { savedAt: snapshot.savedAt - sixDays },
      { version: String(10n ** 12n) },
    ]) {
      await writeSnapshot(file, { ...snapshot, ...changed });
      expect(await run()).toEqual([fromDatabase]);
    }
  });

  it("is not served to other columns or another database", async () => {
    await run();
    expect(await run({ ...resource, sorts: [], filters: [] })).toEqual([
      fromDatabase,
    ]);
    await run();
    await database.kysely
      .updateTable("app_state")
      .set({ value: "another" })
      .where("key", "=", "database_id")
      .execute();
    expect(await run()).toEqual([fromDatabase]);
  });
});

it("keeps more values of a column than one portion of the file has", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "seriba-index-"));
  const file = path.join(folder, "lots.columns");
  const columns = createColumnTable(["lotNo", "maker"]);
  for (let id = 1; id <= 10_001; id += 1)
    columns.put({ id, version: id, values: [`No. ${id}`, `Maker ${id % 3}`] });
  columns.publish();
  const values = [0, 1].map((column) => columns.dictionary(column).values);
  const key = { columns: "a", database: "b" };
  const table = { view: columns.view(), values };
  await writeSnapshot(file, { key, version: "1", savedAt: 0, table });
  const found = await readSnapshot(file, key);
  rmSync(folder, { recursive: true });
  expect(found?.table.values).toEqual(values);
  expect(found?.table.view.used.map(String)).toEqual(
    columns.view().used.map(String),
  );
});
