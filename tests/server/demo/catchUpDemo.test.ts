import fastify from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { catchUpDemo } from "../../../server/demo/catchUpDemo";
import type { DemoContext } from "../../../server/demo/catchUpDemo";
import { isDemoWanted } from "../../../server/demo/start";
import { openDemo, rowsOn, saleWindow } from "../../../server/demo/saleDay";
import type { Database } from "../../../server/platform/database";
import { bidPorts, purchases } from "../../../server/purchases";
import { findRecordKind } from "../../../server/workspace/openAreas";
import { testDatabase } from "../../support/database";
import { collect, demoRoot } from "../../support/demoRoot";
import { importContext } from "../feed/support";

let database: Database;
let now: Date;
let context: DemoContext;

beforeAll(async () => {
  database = await testDatabase();
  const base = await importContext(database);
  context = {
    ...base,
    ports: {
      ...base.ports,
      ...bidPorts({
        ...{ ...base, workspace: { resources: () => [] } },
        recordKinds: findRecordKind([purchases]),
      }),
    },
    root: await demoRoot(),
    clock: { now: () => now },
    log: fastify().log,
  };
});
afterAll(() => database.close());

/** The status of each lot by source id. */
async function statuses(): Promise<Map<string, number>> {
  const lots = await database.kysely
    .selectFrom("lots")
    .select(["source_id", "status"])
    .execute();
  return new Map(lots.map((lot) => [lot.source_id, lot.status]));
}

async function expectedIds(time: Date): Promise<string[]> {
  const days = saleWindow(time);
  const rows = rowsOn(openDemo(context), "cars", { days, now: time });
  return (await collect(rows)).map(({ ID }) => ID);
}

describe("the demo's time", () => {
  const wednesday = new Date("2026-11-18T12:00:00+09:00");

  it("is wanted in an empty database", async () => {
    expect(await isDemoWanted(context)).toBe(true);
  });

  it("begins with the lots of the running week", async () => {
    now = wednesday;
    await catchUpDemo(context);
    const known = await statuses();
    expect([...known.keys()].sort()).toEqual((await expectedIds(now)).sort());
    expect(new Set(known.values()).has(4532)).toBe(true);
    expect(await isDemoWanted(context)).toBe(true);
  });

  it("imports the results of lots that ended since the last call", async () => {
    const before = await statuses();
    now = new Date("2026-11-18T17:00:00+09:00");
    await catchUpDemo(context);
    const after = await statuses();
    const changed = [...after].filter(
      ([id, status]) => before.get(id) !== status,
    );
    expect(changed.length).toBeGreaterThan(0);
    const today = await database.kysely
      .selectFrom("lots")
      .select(({ fn }) => fn.countAll<string>().as("count"))
      .where("auction_day", "=", "2026-11-18")
      .executeTakeFirstOrThrow();
    expect(changed.length).toBeLessThanOrEqual(Number(today.count));
    expect(after.size).toBe(before.size);
  });

  it("has new lots on a new week, and the old ones have ended", async () => {
    now = new Date("2026-12-09T12:00:00+09:00");
    await catchUpDemo(context);
    const known = await statuses();
    for (const id of await expectedIds(now)) expect(known.has(id)).toBe(true);
    const waiting = await database.kysely
      .selectFrom("lots")
      .select("source_id")
      .where("auction_day", "<", "2026-12-07")
      .where("status", "in", [4531, 4532])
      .execute();
    expect(waiting).toEqual([]);
  });

  it("writes nothing when no time has passed", async () => {
    const seq = () =>
      database.kysely
        .selectFrom("lots")
        .select(({ fn }) => fn.max("seq").as("seq"))
        .executeTakeFirst();
    const before = await seq();
    await catchUpDemo(context);
    expect(await seq()).toEqual(before);
  });
});

describe("whether a demo is wanted", () => {
  it("stays true after an interrupted first import", async () => {
    await database.kysely.deleteFrom("app_state").execute();
    const cut = catchUpDemo(context, AbortSignal.abort());
    await expect(cut).rejects.toThrow("The import was stopped");
    expect(await isDemoWanted(context)).toBe(true);
    await catchUpDemo(context);
  });

  it("follows DEMO unless that is auto", async () => {
    const { config } = context;
    const wanted = (changes: Partial<typeof config>) =>
      isDemoWanted({ database, config: { ...config, ...changes } });
    expect(await wanted({ demo: "off" })).toBe(false);
    expect(await wanted({ demo: "on", nodeEnv: "production" })).toBe(true);
    expect(await wanted({ demo: "auto", nodeEnv: "production" })).toBe(false);
  });

  it("is false with DATABASE_URL or PUBLIC_URL unless DEMO is on", async () => {
    const { config } = context;
    const wanted = (changes: Partial<typeof config>) =>
      isDemoWanted({ database, config: { ...config, ...changes } });
    const databaseUrl = "postgres://db.example.com/seriba";
    const publicUrl = "https://bids.example.com";
    expect(await wanted({ nodeEnv: "development" })).toBe(true);
    expect(await wanted({ nodeEnv: "development", databaseUrl })).toBe(false);
    expect(await wanted({ nodeEnv: "development", publicUrl })).toBe(false);
    expect(await wanted({ demo: "on", databaseUrl, publicUrl })).toBe(true);
  });

  it("is false if the database has other lots", async () => {
    await database.kysely.deleteFrom("app_state").execute();
    expect(await isDemoWanted(context)).toBe(false);
  });
});
