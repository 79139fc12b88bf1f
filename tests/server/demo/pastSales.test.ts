import { addDays } from "../../../domain/japanTime";
import fastify from "fastify";
import { beforeAll, expect, it } from "vitest";
import type { DemoContext } from "../../../server/demo/catchUpDemo";
import { readDemoValue } from "../../../server/demo/demoValues";
import { importPastSales } from "../../../server/demo/pastSales";
import { openDemo, pastLotsOn } from "../../../server/demo/saleDay";
import type { Database } from "../../../server/platform/database";
import { bidPorts, purchases } from "../../../server/purchases";
import { findRecordKind } from "../../../server/workspace/openAreas";
import { onDatabase } from "../../support/database";
import { demoRoot } from "../../support/demoRoot";
import { importContext } from "../feed/support";

onDatabase("the demo's past sales", (open) => {
  let database: Database;
  let context: DemoContext;
  const never = new AbortController().signal;

  beforeAll(async () => {
    database = await open();
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
      config: { ...base.config, demoScale: 0.3 },
      log: fastify().log,
    };
  });

  const countByArea = () =>
    database.kysely
      .selectFrom("lots")
      .select(["area"])
      .select(({ fn }) => [
        fn.countAll<string>().as("count"),
        fn.min("auction_day").as("first"),
        fn.max("auction_day").as("last"),
        fn.count<string>("sold_price").as("sold"),
      ])
      .groupBy("area")
      .execute();

  /** Returns the ids of all sales of half a year, in order. */
  const generatedIds = async () => {
    const state = await readDemoValue<{ lastDay: string }>(
      database,
      "demo past sales",
    );
    const ids: string[] = [];
    for (let back = 0; back < 182; back += 1) {
      const day = addDays(state?.lastDay ?? "", -back);
      for await (const { row } of pastLotsOn(openDemo(context), "cars", day))
        ids.push(row.ID);
    }
    return ids.sort();
  };

  const storedIds = async () => {
    const lots = await database.kysely
      .selectFrom("lots")
      .select("source_id")
      .execute();
    return lots.map((lot) => lot.source_id).sort();
  };

  it("go on after a stop where they were, up to the same rows", async () => {
    const stopping = new AbortController();
    const log = fastify().log;
    let imports = 0;
    const schemas = {
      ...context.schemas,
      row: (id: string) => {
        imports += 1;
        if (imports === 40) stopping.abort();
        return context.schemas.row(id);
      },
    };
    await expect(
      importPastSales({ ...context, log, schemas }, stopping.signal),
    ).rejects.toThrow();
    const [part] = await countByArea();
    await importPastSales(context, never);
    const [whole] = await countByArea();
    expect(Number(part?.count)).toBeGreaterThan(0);
    expect(Number(part?.count)).toBeLessThan(Number(whole?.count));
    expect(await storedIds()).toEqual(await generatedIds());
  });

  it("are in the statistics, before this week, with their results", async () => {
    const areas = await countByArea();
    expect(areas).toEqual([
      expect.objectContaining({
        area: "stats",
        last: expect.stringMatching(/^2026-11-1[0-5]$/) as string,
        first: expect.stringMatching(/^2026-05-/) as string,
      }),
    ]);
    const [{ count, sold } = { count: 0, sold: 0 }] = areas;
    expect(Number(count)).toBeGreaterThan(600);
    expect(Number(sold)).toBeGreaterThan(Number(count) / 2);
  });

  it("are complete after one run", async () => {
    const before = await countByArea();
    await importPastSales(context, never);
    expect(await countByArea()).toEqual(before);
  });
});
