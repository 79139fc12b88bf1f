import { sql } from "kysely";
import { afterEach, describe, expect, it } from "vitest";
import { writeLots } from "../../../../server/catalog";
import { lotSource } from "../../../../server/catalog/lotSource";
import {
  createChangeHub,
  readLastNumber,
} from "../../../../server/platform/changes";
import {
  inTransaction,
  type Database,
} from "../../../../server/platform/database";
import { createSchemas } from "../../../../server/platform/schemas/registry";
import {
  createColumnsEngine,
  type ColumnsEngine,
} from "../../../../server/workspace/columns";
import {
  createListingIndex,
  createListingReader,
  readListing,
} from "../../../../server/workspace/listing";
import { createRowTexts } from "../../../../server/workspace/listing/rows/rowTexts";
import { memoryLog, onDatabase } from "../../../support/database";
import { eventually } from "../../../support/eventually";
import { carAuction, client, lotSchema } from "./support/declared";
import { randomLots, seeded } from "./support/randomLots";

const clock = { now: () => new Date("2026-11-18T12:34:56+09:00") };
const row = lotSchema();
const resource = carAuction();
const schemas = createSchemas([{ ...row }]);

onDatabase("rows that are kept as JSON", (open) => {
  const running: ColumnsEngine[] = [];
  afterEach(async () => {
    await Promise.all(running.splice(0).map((engine) => engine.stop()));
  });

  const start = async () => {
    const database = await open();
    const { log } = memoryLog();
    const mostBytes = 2 ** 30;
    const engine = createColumnsEngine({
      ...{ database, clock, log, mostBytes },
      changes: createChangeHub({ database, log }),
    });
    running.push(engine);
    engine.wantFor({
      resources: [resource],
      row: () => row,
      sourceOf: () => lotSource,
    });
    await engine.start();
    await engine.settled();
    const index = createListingIndex({ database, clock }, engine);
    const reader = createListingReader({ database, clock, index }, lotSource, {
      textBytes: 2 ** 20,
    });
    const gradesOf = async (fields: readonly string[] = ["id", "grade"]) => {
      const { rows } = await readListing(reader, {
        ...{ resource, row, schemas, viewer: client, fields },
        where: undefined,
        state: {
          ...{ filters: {}, search: null, sort: null },
          ...{ page: 1, pageSize: 50 },
        },
      });
      return rows.map(({ json }) => JSON.parse(json) as object);
    };
    return { database, engine, gradesOf };
  };

  const write = (database: Database, grade: string) =>
    inTransaction(database, (trx) =>
      writeLots(
        trx,
        "auction",
        randomLots(seeded(5), 3).map((lot) => ({
          ...lot,
          rowHash: grade,
          fields: { ...lot.fields, grade },
        })),
      ),
    );

  it("are read once for each version of a row", async () => {
    const { database, engine, gradesOf } = await start();
    const shows = (grade: string) =>
      eventually(async () => {
        const grades = await gradesOf();
        expect(grades).toHaveLength(3);
        for (const lot of grades) expect(lot).toMatchObject({ grade });
      });
    await write(database, "first");
    const written = await readLastNumber(database.kysely);
    await eventually(async () => {
      const query = {
        ...{ resource, row, viewer: client, where: undefined },
        source: lotSource,
        state: { filters: {}, search: null },
      };
      expect(await engine.find(query, { atLeast: written })).not.toBeNull();
    });
    await shows("first");
    // A write without a change number stays unseen.
    await sql`update lots set grade = 'unseen'`.execute(database.kysely);
    await shows("first");
    await write(database, "second");
    await shows("second");
  });

  it("have only the fields that a viewer may see", async () => {
    const { database, gradesOf } = await start();
    await write(database, "shown");
    await eventually(async () => {
      expect(await gradesOf()).toHaveLength(3);
    });
    for (const lot of await gradesOf(["id"]))
      expect(Object.keys(lot)).toEqual(["id"]);
    for (const lot of await gradesOf())
      expect(lot).toHaveProperty("grade", "shown");
  });
});

describe("the cache of rows", () => {
  const json = "x".repeat(800);

  it("finds a row by its exact version", () => {
    const texts = createRowTexts(100_000);
    texts.keep("a", { version: 2, json });
    expect(texts.find("a", 2)).toBe(json);
    expect(texts.find("a", 1)).toBeUndefined();
    expect(texts.find("a", 3)).toBeUndefined();
    expect(texts.find("b", 2)).toBeUndefined();
  });

  it("forgets the rows that were not read for longest, when it is full", () => {
    const texts = createRowTexts(20_000);
    texts.keep("read", { version: 1, json });
    texts.keep("unread", { version: 1, json });
    for (let number = 0; number < 100; number += 1) {
      texts.keep(`other ${number}`, { version: 1, json });
      expect(texts.find("read", 1)).toBe(json);
    }
    expect(texts.find("unread", 1)).toBeUndefined();
  });

  it("keeps no row that is larger than all of it", () => {
    const texts = createRowTexts(900);
    texts.keep("large", { version: 1, json });
    expect(texts.find("large", 1)).toBeUndefined();
  });
});
