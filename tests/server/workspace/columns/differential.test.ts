import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fieldsIn } from "../../../../domain/condition/condition";
import { isMet } from "../../../../domain/condition/predicate";
import { gradeRank } from "../../../../domain/auctionGrade";
import type { FixedCondition } from "../../../../domain/listing/fixedConditions";
import type { ListingState } from "../../../../domain/listing/state";
import type { Resource } from "../../../../domain/resource";
import { lotPorts } from "../../../../server/bidding";
import { moveLots, writeLots } from "../../../../server/catalog";
import { lotSource } from "../../../../server/catalog/lotSource";
import {
  announceChange,
  buryRows,
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
  createListingIndex,
  createListingReader,
} from "../../../../server/workspace/listing";
import type { ListingIndex } from "../../../../server/workspace/listing";
import { testDatabase } from "../../../support/database";
import { eventually } from "../../../support/eventually";
import { labelledFacets } from "../../../support/labelledFacets";
import { silentLog } from "../../../support/memoryLog";
import { hasPostgres } from "../../../support/postgres";
import { findRows } from "../../../support/findRows";
import { runSeed } from "../../../support/runSeed";
import { carAuction, client, lotSchema } from "../listing/support/declared";
import {
  pick,
  randomLots,
  seeded,
  type Random,
} from "../listing/support/randomLots";
import { randomState } from "../listing/support/randomState";

/** More rounds: `ROUNDS=500 npx vitest run …`. */
const rounds = Number(process.env.ROUNDS ?? 10);
const queriesInRound = 70;

const now = new Date("2026-11-18T12:34:56+09:00");
const clock = { now: () => now };
const row = lotSchema();
const areas = ["auction", "stats", "bikes", "stock"] as const;
const chart = { x: "auctionDate", y: "startPrice" };
const tests: FixedCondition[] = [
  { field: "condition", atLeast: "4" },
  { field: "condition", in: ["S", "R"], atMost: "4" },
  { field: "maker", in: ["TOYOTA", "O'NEIL %_"] },
  { field: "year", atLeast: 2012, atMost: 2019 },
  { field: "auctionDate", atLeast: "2026-11-18" },
  { field: "status", in: [4531, 4539] },
  { field: "features", in: ["tow bar"] },
  { field: "isChecked", in: [true] },
  { field: "doors", atLeast: 3 },
  { field: "doors", in: [9] },
  { field: "gears", in: ["auto", 5] },
  { field: "pressure", atMost: 2.5 },
  { field: "inspected", in: ["2026-11-18"] },
  { field: "note", in: ["7", "zebra"] },
  { field: "note", contains: "e" },
  { field: "lotNo", contains: "1" },
  { field: "maker", contains: "O" },
  { field: "year", is: 2014 },
  { field: "inspected", atLeast: "2026-11-19" },
  { field: "doors", atMost: 3 },
  { field: "gears", atLeast: 5 },
  ...[
    "condition",
    "maker",
    "lotNo",
    "features",
    "tyres",
    "note",
    "owners",
    "inspected",
    "auctionDate",
    "isChecked",
    "images",
  ].map((field) => ({ field, filled: true as const })),
];

const resources = areas.map((area): Resource => ({
  ...carAuction(),
  chart,
  name: area,
  pageType: area,
  where: { any: tests },
}));

/** A test, or up to three conditions as all, any or not. */
function randomCondition(random: Random, depth = 3): FixedCondition {
  if (depth === 0 || random(2) === 0) return pick(random, tests);
  const parts = Array.from({ length: random(4) }, () =>
    randomCondition(random, depth - 1),
  );
  return pick(random, [
    { all: parts },
    { any: parts },
    { not: randomCondition(random, depth - 1) },
  ]);
}

/** Texts in which upper and lower case are up to the database. */
const letters = ["Ёлка 1", "ёлка 2", "ÉTÉ", "été", "ﬁn", "İ1"];

/** The same lots again with other values, also values that are new. */
const importLots = (database: Database, random: Random) =>
  inTransaction(database, (trx) =>
    writeLots(
      trx,
      pick(random, areas),
      randomLots(seeded(random(1_000_000)), 120 + random(200))
        .slice(random(100))
        .map((lot) =>
          random(9) === 0 ? { ...lot, lotNo: pick(random, letters) } : lot,
        ),
    ),
  );

const turnOver = (database: Database, random: Random) =>
  moveLots(
    { database, clock, ports: lotPorts },
    {
      ...pick(random, [
        { from: "auction", to: "stats" },
        { from: "stats", to: "auction" },
      ] as const),
      before: `2026-11-${String(17 + random(4))}`,
    },
  );

/** Deletes some lots of an area. */
const removeLots = (database: Database, random: Random) =>
  inTransaction(database, async (trx) => {
    await announceChange(trx, "lots");
    const place = pick(random, areas);
    const deleted = await trx
      .deleteFrom("lots")
      .where("area", "=", place)
      .where("year", "=", 2010 + random(12))
      .returning("id")
      .execute();
    const ids = deleted.map(({ id }) => id);
    await buryRows(trx, { topic: "lots", place, ids, movedTo: null, now });
  });

/** Gives lots new change numbers without changing their values. */
const touchLots = (database: Database, random: Random) =>
  inTransaction(database, async (trx) => {
    await announceChange(trx, "lots");
    await trx
      .updateTable("lots")
      .set({ seq: sql`nextval('change_seq')` })
      .where("area", "=", pick(random, areas))
      .execute();
  });

const events = [importLots, importLots, turnOver, removeLots, touchLots];

describe.skipIf(!hasPostgres)("the index in memory", () => {
  let database: Database;
  let index: ListingIndex;
  let engine: ColumnsEngine;

  beforeAll(async () => {
    database = await testDatabase();
    await importLots(database, seeded(0));
    index = createListingIndex({ database, clock });
    engine = createColumnsEngine({
      database,
      changes: createChangeHub({ database, log: silentLog }),
      clock,
      log: silentLog,
      mostBytes: 2 ** 30,
      // Some scans run in another thread.
      workHere: 0.0005,
    });
    engine.wantFor({ resources, row: () => row, sourceOf: () => lotSource });
    await engine.start();
    await engine.settled();
  });
  afterAll(async () => {
    await engine.stop();
    await database.close();
  });

  const queryOf = (random: Random) => {
    const text = pick(random, letters).slice(0, 1 + random(3));
    const state: ListingState = {
      ...randomState(random, { resource: pick(random, resources), row }),
      ...(random(9) === 0 ? { search: { parameter: "lot_no", text } } : {}),
    };
    return {
      query: {
        resource: pick(random, resources),
        row,
        state,
        viewer: client,
        where: Array.from({ length: Math.max(0, random(5) - 2) }, () =>
          randomCondition(random),
        ),
        source: lotSource,
      },
      asked: {
        ...(random(4) === 0 ? {} : { page: state }),
        ...(random(3) === 0 ? {} : { facets: "all" as const }),
        ...(random(3) === 0 ? { sums: ["startPrice", "year", "owners"] } : {}),
        ...(random(3) === 0 ? { chart } : {}),
      },
    };
  };

  /** Waits until the index includes every change that was committed. */
  const catchUp = async () => {
    const atLeast = await readLastNumber(database.kysely);
    const { query } = queryOf(seeded(1));
    const state = { filters: {}, search: null };
    for (const resource of resources)
      await eventually(
        async () => {
          const asked = { facets: [], atLeast };
          expect(
            await engine.find({ ...query, resource, state }, asked),
          ).not.toBeNull();
        },
        { interval: 5 },
      );
  };

  const changeNumbers = async (ids: readonly string[]) => {
    const rows = await database.kysely
      .selectFrom("lots")
      .select(["id", "seq"])
      .where("id", "in", ["0", ...ids])
      .execute();
    const byId = new Map(rows.map(({ id, seq }) => [id, Number(seq)]));
    return ids.map((id) => byId.get(id));
  };

  it("answers random queries as the database does, through imports, turnovers and removals", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const random = seeded(round);
      await pick(random, events)(database, random);
      await catchUp();
      await fc.assert(
        fc.asyncProperty(fc.integer({ min: 0 }), async (querySeed) => {
          const { query, asked: part } = queryOf(seeded(querySeed));
          const found = await engine.find(query, part);
          // Words of long texts are searched by the database.
          const isForDatabase = query.state.search?.parameter === "equip";
          expect(found === null).toBe(isForDatabase);
          if (!found) return;
          const expected = await index.find(query, part);
          expect({ ...found, version: 0n, versions: undefined }).toEqual({
            ...expected,
            version: 0n,
          });
          expect(found.versions).toEqual(await changeNumbers(found.ids));
        }),
        { numRuns: queriesInRound, seed: runSeed + round },
      );
    }
  }, 600_000);

  it("offers the choices of facets with a most number as the database does", async () => {
    const inMemory = createListingIndex({ database, clock }, engine);
    const label = (_filter: unknown, value: string) => value;
    for (let round = 0; round < 30; round += 1) {
      const random = seeded(round);
      const { query } = queryOf(random);
      const filters = query.resource.filters.map((filter) => ({
        ...filter,
        top: 1 + random(4),
        ...(random(2) === 0 ? { except: [String(1 + random(3))] } : {}),
      }));
      const asked = { ...query, resource: { ...query.resource, filters } };
      const choicesOf = (from: ListingIndex) =>
        labelledFacets(
          createListingReader({ database, clock, index: from }, lotSource),
          asked,
          { label },
        );
      expect(await choicesOf(inMemory)).toEqual(await choicesOf(index));
    }
  });

  it("selects exactly the rows that meet a condition by the predicate", async () => {
    const [resource] = resources;
    if (!resource) throw new Error("No list");
    await inTransaction(database, (trx) =>
      writeLots(trx, "auction", randomLots(seeded(7), 150)),
    );
    await catchUp();
    const state = { filters: {}, search: null, sort: null } as const;
    const page = { ...state, page: 1, pageSize: 1_000 };
    const every = {
      resource,
      row,
      state: page,
      viewer: client,
      source: lotSource,
      where: undefined,
    };
    const names = [
      ...new Set(["id", ...tests.flatMap((test) => fieldsIn(test))]),
    ];
    const reader = createListingReader({ database, clock, index }, lotSource);
    const { rows } = await findRows(reader, every, names);
    expect(rows.length).toBeGreaterThan(20);
    const rankOf = (field: string) =>
      field === "condition" ? gradeRank : undefined;
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0 }), async (conditionSeed) => {
        const condition = randomCondition(seeded(conditionSeed));
        const met = rows
          .filter((values) =>
            isMet(condition, { fields: row.properties, values, rankOf }),
          )
          .map(({ id }) => String(id));
        const query = { ...every, where: [condition] };
        const inDatabase = await index.find(query, { page });
        const inMemory = await engine.find(query, { page });
        expect([...inDatabase.ids].sort()).toEqual(met.sort());
        expect([...(inMemory?.ids ?? [])].sort()).toEqual(met);
      }),
      { numRuns: 200 },
    );
  });

  it("lists all ids in order as the database does", async () => {
    for (let round = 0; round < 20; round += 1) {
      const { query } = queryOf(seeded(round));
      const { sort } = query.state;
      const ids = await engine.all(query, sort);
      if (!ids) continue;
      const expected = await index.all(query, sort);
      expect([...ids.portions(50)]).toEqual([...expected.portions(50)]);
    }
  });
});
