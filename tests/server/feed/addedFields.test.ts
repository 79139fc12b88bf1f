import { cp, readFile, writeFile } from "node:fs/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { RowSchema } from "../../../domain/resource";
import { importFeed } from "../../../server/feed";
import type { ImportContext } from "../../../server/feed/importRows";
import type { Database } from "../../../server/platform/database";
import { testDatabase } from "../../support/database";
import { ajesRow, feedOf, importContext, newFolder } from "./support";
import { editableSchemas } from "../../support/editableSchemas";

/** The types of fields, with their mapping, text and value. */
const fields = {
  steering: [{ type: ["string", "null"] }, {}, "left", "left"],
  doors: [{ type: "integer", maximum: 9 }, {}, "5", 5],
  pressure: [{ type: ["number", "null"] }, {}, "2.35", 2.35],
  isTurbo: [{ type: "boolean" }, {}, "yes", true],
  interior: [{ type: "string", enum: ["A", "B", "C"] }, {}, "B", "B"],
  keys: [{ enum: [1, 2, 3, null] }, {}, "2", 2],
  gears: [
    { type: ["string", "integer"], enum: ["auto", 6] },
    { map: { "6MT": 6, AT: "auto" } },
    "6mt",
    6,
  ],
  inspected: [
    { type: "string", format: "date" },
    {},
    "2027/03/31",
    "2027-03-31",
  ],
  arrived: [
    { type: "string", format: "date-time" },
    {},
    "2026-11-20 09:15:00",
    "2026-11-20T09:15:00+09:00",
  ],
  shipped: [
    { type: "string", format: "date-time" },
    { as: "text" },
    "2026-11-20T20:00:00Z",
    "2026-11-21T05:00:00+09:00",
  ],
  marks: [
    { type: "array", items: { type: "string" } },
    { split: " " },
    "A1 U2",
    ["A1", "U2"],
  ],
} satisfies Record<string, readonly unknown[]>;

const names = Object.keys(fields) as (keyof typeof fields)[];
const properties = Object.fromEntries(
  names.map((name) => [name, fields[name][0]]),
) as RowSchema["properties"];
const columns = Object.fromEntries(
  names.map((name) => [name.toUpperCase(), fields[name][2]]),
);
const values = Object.fromEntries(names.map((name) => [name, fields[name][3]]));

describe("fields added to schema and mapping of the running program", () => {
  let database: Database;
  let context: ImportContext;

  beforeAll(async () => {
    database = await testDatabase();
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await database.kysely.deleteFrom("lots").execute();
    context = await importContext(database);
    const root = await newFolder();
    await cp("feeds", `${root}/feeds`, { recursive: true });
    context = { ...context, root };
  });

  /** Edits the lot's schema and the feed's mapping. */
  async function edit(added: RowSchema["properties"]): Promise<void> {
    const { schemas, replaceSchema } = editableSchemas(context.schemas);
    const lot = schemas.row("lot");
    replaceSchema({
      ...lot,
      properties: { ...lot.properties, ...added },
    });
    context = { ...context, schemas };
    const file = `${context.root}/feeds/ajes.json`;
    const mapping = JSON.parse(await readFile("feeds/ajes.json", "utf8")) as {
      fields: Record<string, unknown>;
    };
    for (const name of names.filter((one) => Object.hasOwn(added, one)))
      mapping.fields[name] = {
        from: name.toUpperCase(),
        ...(fields[name][1] as object),
      };
    await writeFile(file, JSON.stringify(mapping));
  }

  const into = (...rows: unknown[]) =>
    importFeed({
      context,
      feed: "ajes",
      area: "auction",
      input: feedOf(...rows),
    });

  const extras = async () => {
    const lots = await database.kysely
      .selectFrom("lots")
      .select("extra")
      .orderBy("source_id")
      .execute();
    return lots.map(({ extra }) =>
      Object.fromEntries(
        Object.entries(extra).filter(([name]) =>
          Object.hasOwn(properties, name),
        ),
      ),
    );
  };

  it("are filled by the next import, also in rows that did not change", async () => {
    const feed = [ajesRow(columns), ajesRow({ ID: "k2" })];
    expect(await into(...feed)).toMatchObject({ inserted: 2 });
    expect(await extras()).toEqual([{}, {}]);
    await edit(properties);
    expect(await into(...feed)).toMatchObject({ updated: 2 });
    expect(await extras()).toEqual([values, { marks: [] }]);
    expect(await into(...feed)).toMatchObject({ unchanged: 2 });
  });

  it("are removed when the schema no longer contains them", async () => {
    await edit(properties);
    await into(ajesRow(columns));
    context = { ...context, schemas: (await importContext(database)).schemas };
    await cp("feeds", `${context.root}/feeds`, { recursive: true });
    expect(await into(ajesRow(columns))).toMatchObject({ updated: 1 });
    expect(await extras()).toEqual([{}]);
  });

  it("are read with their new type when it changes", async () => {
    await edit({ doors: { type: "string" } });
    await into(ajesRow(columns));
    expect(await extras()).toEqual([{ doors: "5" }]);
    await edit({ doors: { type: "integer" } });
    expect(await into(ajesRow(columns))).toMatchObject({ updated: 1 });
    expect(await extras()).toEqual([{ doors: 5 }]);
  });

  it.each([
    ["doors", "12", "must be <= 9"],
    ["doors", "many", "is not a whole number"],
    ["pressure", "high", "is not a number"],
    ["isTurbo", "maybe", "is not yes or no"],
    ["interior", "D", 'must be one of ["A","B","C"]'],
    ["keys", "7", "must be one of [1,2,3,null]"],
    ["inspected", "2027-02-30", "is not a date"],
    ["arrived", "soon", "is not a date and time"],
    ["shipped", "2026-11-20T20:00:00", 'must match format "date-time"'],
  ])(
    "refuse a row whose %s is %j, with the reason",
    async (field, text, reason) => {
      await edit(properties);
      const row = ajesRow({ ...columns, [field.toUpperCase()]: text });
      const result = await into(row, ajesRow({ ...columns, ID: "k2" }));
      expect(result).toMatchObject({ inserted: 1, rejected: 1 });
      const [line = ""] = (
        await readFile(result.rejectsFile ?? "", "utf8")
      ).split("\n");
      expect(JSON.parse(line)).toMatchObject({ reasons: [{ field, reason }] });
    },
  );
});
