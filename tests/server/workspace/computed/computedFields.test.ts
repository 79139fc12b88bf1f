import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Viewer } from "../../../../domain/access";
import { isComputed } from "../../../../domain/computed/rule";
import type { ListingState } from "../../../../domain/listing/state";
import type { Resource, RowSchema } from "../../../../domain/resource";
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
import {
  createFormulas,
  type FormulasFor,
} from "../../../../server/workspace/computed/formulas";
import {
  keepTables,
  type KeptTables,
} from "../../../../server/workspace/computed/keptTables";
import { readComputed } from "../../../../server/workspace/computed/readComputed";
import {
  createDictionaryCache,
  createListingIndex,
  type ListingIndex,
} from "../../../../server/workspace/listing";
import { addRecords } from "../../../../server/workspace/records";
import { testDatabase } from "../../../support/database";
import { eventually } from "../../../support/eventually";
import { silentLog } from "../../../support/memoryLog";
import { hasPostgres } from "../../../support/postgres";
import { runSeed } from "../../../support/runSeed";
import { carAuction, client, lotSchema } from "../listing/support/declared";
import { pick, randomLots, seeded } from "../listing/support/randomLots";
import { countRule, expectedCount, expectedSum, rule, tables } from "./support";

const now = new Date("2026-11-18T12:34:56+09:00");
const today = "2026-11-18";
const clock = { now: () => now };
const author = { userId: "1", userName: "Test", at: now };

const names = ["whole", "broken", "isBroken"] as const;
const row: RowSchema = (() => {
  const { properties, ...schema } = lotSchema();
  const stored = Object.entries(properties).filter(
    ([, field]) => !isComputed(field),
  );
  const type = ["integer", "null"];
  const computed = {
    whole: { type, "x-computed": rule },
    broken: { type, "x-computed": countRule },
    isBroken: {
      ...{ type, enum: [0, 1, null] },
      "x-computed": { ...countRule, most: 1 },
    },
  };
  return {
    ...schema,
    properties: { ...Object.fromEntries(stored), ...computed },
  };
})();
const resource: Resource = {
  ...carAuction(),
  columns: [
    ...carAuction().columns,
    ...names.map((id) => ({ id, fields: [id] })),
  ],
  filters: [...carAuction().filters, ...names.map((field) => ({ field }))],
  sorts: [...carAuction().sorts, ...names.map((id) => ({ id, field: id }))],
};
const readers = [
  { level: "client", destination: "north" },
  { level: "client", destination: null },
  { level: "vip", destination: "south" },
  { level: "client", destination: "nowhere" },
] as const;
type Reader = (typeof readers)[number];

const viewerOf = ({ level, destination }: Reader): Viewer => ({
  ...client,
  userLevel: level === "vip" ? 981 : 1064,
  choices: { destination },
});

describe.skipIf(!hasPostgres)("computed fields", () => {
  let database: Database;
  let kept: KeptTables;
  let formulas: FormulasFor;
  let plain: ListingIndex;
  let index: ListingIndex;
  let engine: ColumnsEngine;

  const addTables = (stream: number) =>
    inTransaction(database, async (trx) => {
      const random = seeded(stream);
      for (const [name, data] of Object.entries(tables))
        await addRecords(trx, {
          row: name,
          rows: Array.from({ length: 4 + random(20) }, () => data(random)),
          author,
        });
    });

  const importLots = (stream: number) =>
    inTransaction(database, async (trx) => {
      await announceChange(trx, "lots");
      await writeLots(trx, "auction", randomLots(seeded(stream), 150));
    });

  beforeAll(async () => {
    database = await testDatabase();
    const changes = createChangeHub({ database, log: silentLog });
    await importLots(1);
    kept = keepTables({ database, changes, log: silentLog });
    formulas = createFormulas({ tables: kept, clock });
    engine = createColumnsEngine({
      database,
      changes,
      clock,
      log: silentLog,
      mostBytes: 2 ** 30,
      // Some scans run in another thread.
      workHere: 0.0005,
    });
    plain = createListingIndex({ database, clock, formulas });
    index = createListingIndex({ database, clock, formulas }, engine);
    engine.wantFor({
      resources: [resource],
      row: () => row,
      sourceOf: () => lotSource,
    });
    await engine.start();
    await engine.settled();
  });
  afterAll(async () => {
    await engine.stop();
    await kept.stop();
    await database.close();
  });

  const listing = (reader: Reader) => ({
    resource,
    row,
    viewer: viewerOf(reader),
    where: undefined,
    source: lotSource,
    fields: names,
  });

  const everything: ListingState = {
    filters: {},
    search: null,
    sort: null,
    page: 1,
    pageSize: 10_000,
  };

  const storedTables = async () => {
    const found = await database.kysely
      .selectFrom("records")
      .select(["id", "data", "row_schema"])
      .execute();
    return new Map(
      Object.keys(tables).map((name) => [
        name,
        found.filter(({ row_schema: of }) => of === name),
      ]),
    );
  };

  /** Reads the fields of all lots with plain SQL. */
  const storedLots = async () => {
    const words = new Map(
      (await database.kysely.selectFrom("terms").selectAll().execute()).map(
        ({ kind, id, name }) => [`${kind} ${String(id)}`, name],
      ),
    );
    const word = (kind: string, id: unknown) =>
      words.get(`${kind} ${String(id)}`) ?? null;
    const found = await database.kysely
      .selectFrom("lots")
      .selectAll()
      .where("area", "=", "auction")
      .execute();
    return found.map((lot) => ({
      id: lot.id,
      soldPrice: lot.sold_price,
      startPrice: lot.start_price,
      year: lot.year,
      maker: word("maker", lot.maker_id),
      model: word("model", lot.model_id),
      auctionName: word("house", lot.house_id),
      fuel: lot.extra.fuel,
    }));
  };

  /** Returns the sums of all lots by the documentation. */
  const expectedSums = async (reader: Reader) => {
    const records = await storedTables();
    const lots = await storedLots();
    return new Map(
      lots.map((lot) => {
        const broken = expectedCount(records, lot, reader, today);
        return [
          lot.id,
          {
            whole: expectedSum(records, lot, reader, today),
            broken,
            isBroken: broken === null ? null : Number(broken > 0),
          },
        ];
      }),
    );
  };

  /** Waits until the index and the tables have every change. */
  const catchUp = async () => {
    const atLeast = await readLastNumber(database.kysely);
    await eventually(
      async () => {
        const query = { ...listing(readers[0]), state: everything };
        expect(
          await engine.find(query, { facets: [], atLeast }),
        ).not.toBeNull();
      },
      { interval: 5 },
    );
  };

  const read = (reader: Reader, ids: readonly string[]) =>
    readComputed(
      {
        database,
        source: lotSource,
        dictionaries: createDictionaryCache(database),
        index,
      },
      listing(reader),
      { ids },
    );

  it("are the documented sum in the index, in SQL and in rows, for every reader", async () => {
    for (let round = 0; round < 6; round += 1) {
      const before = (await formulas(row, viewerOf(readers[0])))?.key;
      await addTables(runSeed + round);
      await importLots(round + 2);
      await catchUp();
      await eventually(
        async () => {
          const { key } = (await formulas(row, viewerOf(readers[0]))) ?? {};
          expect(key).not.toBe(before);
        },
        { interval: 5 },
      );
      for (const reader of readers) {
        const expected = await expectedSums(reader);
        const query = { ...listing(reader), state: everything };
        const found = await index.find(query, { page: everything });
        expect(found.ids).toHaveLength(expected.size);
        const { computed } = found;
        const ofIndex = found.ids.map((_, at) =>
          Object.fromEntries(
            names.map((name) => [name, computed?.get(name)?.[at]]),
          ),
        );
        expect(new Map(found.ids.map((id, at) => [id, ofIndex[at]]))).toEqual(
          expected,
        );
        const rows = await read(reader, found.ids);
        expect(new Map(found.ids.map((id, at) => [id, rows[at]]))).toEqual(
          expected,
        );
      }
    }
  }, 120_000);

  it("filter, sort, count and add up alike in the index and in the database", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0 }), async (seed) => {
        const random = seeded(seed);
        const reader = pick(random, readers);
        const sums = [...(await expectedSums(reader)).values()].flatMap(
          ({ whole }) => whole ?? [],
        );
        const end = () =>
          random(4) === 0 || sums.length === 0 ? null : pick(random, sums);
        const [from, to] = [end(), end()];
        const state: ListingState = {
          ...everything,
          filters: {
            ...((from ?? to) !== null && {
              whole: { kind: "range", from, to },
            }),
            ...(random(3) === 0 && {
              isBroken: { kind: "choices", values: [String(random(2))] },
            }),
            ...(random(3) === 0 && {
              broken: { kind: "range", from: null, to: random(3) },
            }),
            ...(random(3) === 0 && {
              year: { kind: "range", from: 2014, to: null },
            }),
          },
          sort: {
            id: pick(random, names),
            order: pick(random, ["ASC", "DESC"] as const),
          },
          page: 1 + random(3),
          pageSize: 1 + random(40),
        };
        const query = { ...listing(reader), state };
        const asked = {
          page: state,
          facets: "all" as const,
          sums: ["whole", "startPrice"],
        };
        const { computed, versions, ...found } = await index.find(query, asked);
        expect(computed?.get("whole")).toHaveLength(found.ids.length);
        expect(versions).toHaveLength(found.ids.length);
        const expected = await plain.find(query, asked);
        expect({ ...found, version: 0n }).toEqual({ ...expected, version: 0n });
      }),
      { numRuns: 60, seed: runSeed },
    );
  }, 120_000);

  it("are hidden from readers who may not see a field that they are computed from", async () => {
    const hidden = {
      ...row,
      properties: {
        ...row.properties,
        startPrice: {
          ...row.properties.startPrice,
          "x-access": { userTypes: ["manager" as const] },
        },
      },
    };
    const seen = await formulas(hidden, viewerOf(readers[0]));
    expect([...(seen?.byField.keys() ?? [])]).toEqual(["broken", "isBroken"]);
  });
});
