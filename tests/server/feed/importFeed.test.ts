import { cp, readFile, writeFile } from "node:fs/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { importFeed } from "../../../server/feed";
import type { ImportContext } from "../../../server/feed/importRows";
import type { Database } from "../../../server/platform/database";
import { testDatabase } from "../../support/database";
import { ajesRow, bytesOf, feedOf, importContext, newFolder } from "./support";
import { editableSchemas } from "../../support/editableSchemas";

let database: Database;
let context: ImportContext;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.kysely.deleteFrom("lots").execute();
  context = await importContext(database);
});

const into = (input: AsyncIterable<Uint8Array>, area = "auction") =>
  importFeed({ context, feed: "ajes", area, input });

const storedLots = () =>
  database.kysely.selectFrom("lots").selectAll().orderBy("source_id").execute();

const rows = (count: number, changes: Record<string, unknown> = {}) =>
  Array.from({ length: count }, (_, index) =>
    ajesRow({ ID: `k${index}`, LOT: String(index + 1), ...changes }),
  );

describe("importing a feed", () => {
  it("writes each row as a lot of the area", async () => {
    const result = await into(feedOf(...rows(1203)));
    expect(result).toEqual({
      read: 1203,
      inserted: 1203,
      updated: 0,
      unchanged: 0,
      rejected: 0,
      repeated: 0,
      rejectsFile: null,
      unmapped: [],
      reasons: [],
    });
    const lots = await storedLots();
    expect(lots).toHaveLength(1203);
    expect(lots[0]).toMatchObject({
      area: "auction",
      source: "ajes",
      source_id: "k0",
      lot_no: "1",
      auction_day: "2026-11-21",
      auction_at: new Date("2026-11-21T10:20:00+09:00"),
      status: 4532,
      engine: 1800,
      mileage: 61000,
      sold_price: null,
      images:
        "https://pictures.example/1.jpg&h=50#https://pictures.example/2.jpg",
      extra: {
        serial: "0001",
        town: "Chiba",
        fuel: "hybrid",
        horsePower: 98,
        leftHandDrive: false,
        info: "One owner",
      },
    });
  });

  it("writes nothing when the same feed is imported again", async () => {
    await into(feedOf(...rows(700)));
    const before = await storedLots();
    const again = await into(feedOf(...rows(700)));
    expect(again).toMatchObject({ inserted: 0, updated: 0, unchanged: 700 });
    expect(await storedLots()).toEqual(before);
  });

  it("updates changed lots only, with the same id and a new change number", async () => {
    await into(feedOf(...rows(3)));
    const before = await storedLots();
    const changed = ajesRow({ ID: "k1", STATUS: "sold", FINISH: "500,000" });
    const result = await into(feedOf(...rows(1), changed));
    expect(result).toMatchObject({ updated: 1, unchanged: 1 });
    const after = await storedLots();
    expect(after[0]).toEqual(before[0]);
    expect(after[1]).toMatchObject({
      id: before[1]?.id,
      status: 4533,
      sold_price: 500000,
    });
    expect(Number(after[1]?.seq)).toBeGreaterThan(Number(before[2]?.seq));
  });

  it("keeps lots that the feed no longer contains", async () => {
    await into(feedOf(...rows(3)));
    await into(feedOf(...rows(1)));
    expect(await storedLots()).toHaveLength(3);
  });

  it("writes several rows with one key in their order, so that no sale is lost", async () => {
    const result = await into(
      feedOf(
        ajesRow({ LOT: "1", STATUS: "sold", FINISH: "400000" }),
        ajesRow({ ID: "other" }),
        ajesRow({ LOT: "2", STATUS: "", FINISH: "0" }),
        ajesRow({ LOT: "2", STATUS: "", FINISH: "0" }),
      ),
    );
    expect(result).toMatchObject({
      ...{ read: 4, inserted: 2, updated: 1, repeated: 1 },
    });
    const [lot] = await storedLots();
    expect(lot).toMatchObject({ lot_no: "2", status: 4533 });
  });

  it("treats the same key of another kind as another lot", async () => {
    await into(feedOf(ajesRow()));
    expect(await into(feedOf(ajesRow()), "bikes")).toMatchObject({
      inserted: 1,
    });
  });

  it("writes rejected rows with reasons to a file and imports the others", async () => {
    const bad = ajesRow({ ID: "bad", MILEAGE: "far", YEAR: "18" });
    const result = await into(
      feedOf(ajesRow({ ID: "a" }), bad, "junk", ajesRow({ ID: "b" })),
    );
    expect(result).toMatchObject({ read: 4, inserted: 2, rejected: 2 });
    expect(result.rejectsFile).toMatch(
      /rejects[/\\]ajes-20261120-110304\.jsonl$/,
    );
    const lines = (await readFile(result.rejectsFile ?? "", "utf8"))
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as unknown);
    expect(lines).toEqual([
      {
        row: 2,
        reasons: [
          { field: "mileage", reason: "is not a whole number" },
          { field: "year", reason: "must be >= 1900" },
        ],
        source: bad,
      },
      {
        row: 3,
        reasons: [{ field: "", reason: "is not an object with columns" }],
        source: "junk",
      },
    ]);
  });

  it("writes the rejects of each import to a file of its own", async () => {
    const first = await into(feedOf("junk"));
    const second = await into(feedOf("junk"));
    expect(second.rejectsFile).not.toBe(first.rejectsFile);
  });

  it("rejects a row that is nested too deeply and continues", async () => {
    const nested = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
    const text = JSON.stringify([ajesRow(), ajesRow({ ID: "k2", INFO: 0 })]);
    const result = await into(
      bytesOf(text.replace('"INFO":0', `"INFO":${nested}`)),
    );
    expect(result).toMatchObject({ inserted: 1, rejected: 1 });
    expect(await readFile(result.rejectsFile ?? "", "utf8")).toContain(
      '"source":"too deeply nested to be stored"',
    );
  });

  it("lists unknown codes", async () => {
    const { unmapped } = await into(
      feedOf(...rows(3, { STATUS: "?" }), ajesRow({ ID: "x", TIME: "Z" })),
    );
    expect(unmapped).toEqual([
      { field: "status", text: "?", count: 3 },
      { field: "fuel", text: "Z", count: 1 },
    ]);
  });

  it("counts the rejected rows by reason", async () => {
    const { rejected, reasons } = await into(
      feedOf(
        ...rows(2, { MILEAGE: "N/A" }),
        ajesRow({ ID: "x", MILEAGE: "N/A", YEAR: "old" }),
      ),
    );
    expect(rejected).toBe(3);
    expect(reasons).toEqual([
      { field: "mileage", reason: "is not a whole number", count: 3 },
      { field: "year", reason: "is not a whole number", count: 1 },
    ]);
  });

  it("keeps the rows that precede a syntax error", async () => {
    const text = JSON.stringify(rows(600)).slice(0, -20);
    await expect(into(bytesOf(text))).rejects.toMatchObject({
      message: expect.stringMatching(
        /^The feed is broken after row 599: /,
      ) as string,
      result: { read: 599, inserted: 599 },
    });
    expect(await storedLots()).toHaveLength(599);
  });

  it("stops between two batches on abort", async () => {
    const stop = new AbortController();
    const importing = importFeed({
      context,
      feed: "ajes",
      area: "auction",
      input: feedOf(...rows(1200)),
      onProgress: () => stop.abort(),
      signal: stop.signal,
    });
    await expect(importing).rejects.toMatchObject({
      message: "The import was stopped",
      result: { inserted: 200 },
    });
    expect(await storedLots()).toHaveLength(200);
  });

  it("tells other areas of changed lots in the same transaction", async () => {
    const told: { area: string; lotIds: readonly string[] }[] = [];
    const ports = {
      ...context.ports,
      lotsChanged: (_: unknown, changed: (typeof told)[number]) => {
        told.push(changed);
        return Promise.resolve();
      },
    };
    for (const STATUS of ["", "sold"])
      await importFeed({
        context: { ...context, ports },
        feed: "ajes",
        area: "auction",
        input: feedOf(ajesRow({ STATUS })),
      });
    const [lot] = await storedLots();
    expect(told).toEqual([{ area: "auction", lotIds: [lot?.id] }]);
  });

  it("runs imports into one area one after another", async () => {
    const order: string[] = [];
    const run = (name: string) =>
      importFeed({
        context,
        feed: "ajes",
        area: "auction",
        input: feedOf(...rows(401, { INFO: name })),
        onProgress: () => order.push(name),
      });
    await Promise.all([run("first"), run("second")]);
    expect(order).toEqual([
      ...Array<string>(3).fill("first"),
      ...Array<string>(3).fill("second"),
    ]);
  });

  it("imports a field that was added to schema and mapping", async () => {
    const { schemas, replaceSchema } = editableSchemas(context.schemas);
    const lot = schemas.get("lot");
    const properties = lot.properties as Record<string, object>;
    replaceSchema({
      ...lot,
      properties: { ...properties, doors: { type: "integer", maximum: 9 } },
    });
    context = { ...context, schemas };
    context = { ...context, root: await rootWithField("doors", "DOORS") };
    const result = await into(
      feedOf(ajesRow({ DOORS: "5" }), ajesRow({ ID: "k2", DOORS: "55" })),
    );
    expect(result).toMatchObject({ inserted: 1, rejected: 1 });
    const [stored] = await storedLots();
    expect(stored?.extra).toMatchObject({ doors: 5 });
  });

  it.each([
    ["ajex", "auction", 'Unknown feed "ajex": did you mean "ajes"?'],
    ["ajes", "action", 'did you mean "auction"?'],
    ["ajes", "stock", "available: auction, stats, bikes, bike-stats"],
  ])("rejects feed %j into area %j", async (feed, area, reason) => {
    await expect(
      importFeed({ context, feed, area, input: feedOf() }),
    ).rejects.toThrow(reason);
  });
});

async function rootWithField(field: string, column: string): Promise<string> {
  const root = await newFolder();
  await cp("feeds", `${root}/feeds`, { recursive: true });
  const mapping = JSON.parse(await readFile("feeds/ajes.json", "utf8")) as {
    fields: Record<string, unknown>;
  };
  mapping.fields[field] = { from: column };
  await writeFile(`${root}/feeds/ajes.json`, JSON.stringify(mapping));
  return root;
}
