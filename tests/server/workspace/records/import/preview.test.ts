import { beforeEach, describe, expect, it } from "vitest";
import { inTransaction } from "../../../../../server/platform/database";
import { addRecords } from "../../../../../server/workspace/records";
import { signIn, testApp } from "../../../../support/app";
import { declaredCopy } from "../../../../support/declaredCopy";
import { declareTariffs, declareVariant, importCalls } from "./support";

const copy = declaredCopy();
declareTariffs(copy);
declareVariant(copy, {
  row: "toll",
  list: "tolls",
  changes: {
    properties: {
      total: {
        title: "Total",
        type: ["integer", "null"],
        "x-unit": "yen",
        "x-computed": {
          base: ["price"],
          steps: [
            {
              id: "other",
              table: "tariff",
              match: [{ field: "port", is: "port" }],
              amount: "price",
            },
          ],
        },
      },
    },
  },
});
const server = await testApp({
  root: copy.root,
  now: "2026-11-28T10:00:00+09:00",
});
const { database } = server.context;
const manager = await signIn(server, "manager");
const { post, preview, run } = importCalls(server, manager);

const header = "port,place,price,from,until,note";
const table = (...rows: readonly string[]) => [header, ...rows].join("\n");
const stored = async () =>
  (
    await database.kysely
      .selectFrom("records")
      .select(["data", "version"])
      .where("row_schema", "=", "tariff")
      .orderBy("id")
      .execute()
  ).map(({ data, version }) => ({ ...data, version }));

const add = (data: Record<string, unknown>) =>
  inTransaction(database, (trx) =>
    addRecords(trx, {
      row: "tariff",
      rows: [{ port: "kobe", price: 9, from: "2026-01-01", ...data }],
      author: { userId: "1", userName: "A manager", at: new Date() },
    }),
  );

beforeEach(async () => {
  await database.kysely
    .deleteFrom("records")
    .where("row_schema", "=", "tariff")
    .execute();
});

describe("the preview of an import", () => {
  it("writes nothing", async () => {
    const { counts } = await preview(table("kobe,Mombasa,100,2026-12-01,,"));
    expect(counts).toMatchObject({ new: 1, refused: 0 });
    expect(await stored()).toEqual([]);
  });

  it("finds new, changed and unchanged rows by their key", async () => {
    await run(
      table("kobe,Mombasa,100,2026-12-01,,a", "osaka,Durban,200,2026-12-01,,b"),
    );
    const text = table(
      "Kobe,mombasa,¥ 150,01.12.2026,,a",
      "osaka,Durban,200,2026/12/1,,b",
      "osaka,Durban,300,2027-01-01,,",
    );
    const found = await preview(text, { show: "changed" });
    expect(found.counts).toEqual({
      new: 1,
      changed: 1,
      ended: 0,
      unchanged: 1,
      refused: 0,
    });
    expect(found.rows).toMatchObject([
      {
        line: 2,
        key: { port: "kobe", place: "Mombasa", from: "2026-12-01" },
        changes: [{ field: "price", before: 100, after: 150 }],
        faults: [],
      },
    ]);
    const fresh = await preview(text, { show: "new" });
    expect(fresh.rows).toMatchObject([{ line: 4, id: null }]);
  });

  it("keeps the fields that the file does not have, and clears empty cells", async () => {
    await run(table("kobe,Mombasa,100,2026-12-01,2026-12-31,a"));
    await run("port,place,from,note\nkobe,Mombasa,2026-12-01,");
    expect(await stored()).toMatchObject([
      { price: 100, until: "2026-12-31", note: null, version: 2 },
    ]);
  });

  it("names each fault by row, column and text, in the reader's language", async () => {
    const text = table(
      "kobe,Mombasa,1oo,2026-12-01,,",
      "tokyo,Durban,200,2026-12-01,2026-02-30,",
      ",Durban,2000000,2026-12-01,,",
      "kobe,Suva,100,2026-12-01,,x,beyond",
    );
    const { counts, rows } = await preview(text, { show: "refused" });
    expect(counts).toMatchObject({ new: 0, refused: 4 });
    const faults = rows.flatMap(({ line, faults: found }) =>
      found.map(({ column, text: cell, reason }) => [
        line,
        column,
        cell,
        reason,
      ]),
    );
    const day = "Not a date. Write 2026-11-28 or 28.11.2026";
    expect(faults).toEqual([
      [2, "price", "1oo", "Not a number, or with another unit"],
      [3, "port", "tokyo", "None of the choices"],
      [3, "until", "2026-02-30", day],
      [4, "port", "", "Required field"],
      [4, "price", "2000000", "Must be at most 1000000"],
      [5, null, "beyond", "Text beyond the last heading"],
    ]);
    const russian = await server.call({
      method: "POST",
      url: "/api/lists/tariffs/import",
      payload: { text, show: "refused" },
      headers: { "accept-language": "ru" },
      ...manager,
    });
    expect(russian.body).toContain("Такого варианта нет");
  });

  it("refuses all rows with the same key", async () => {
    const { rows, counts } = await preview(
      table(
        "kobe,Mombasa,100,2026-12-01,,",
        "Kobe,Mombasa,200,01.12.2026,,",
        "kobe,Durban,200,2026-12-01,,",
      ),
      { show: "refused" },
    );
    expect(counts).toMatchObject({ new: 1, refused: 2 });
    expect(rows.map(({ faults: [fault] }) => fault?.reason)).toEqual([
      "The same row is also in: 3",
      "The same row is also in: 2",
    ]);
  });

  it("reads no row without a column for the key, and takes the chosen columns", async () => {
    const text = "Harbour,place,price,from\nkobe,Mombasa,100,2026-12-01";
    const found = await preview(text);
    expect(found.missing).toEqual(["port"]);
    expect(found.columns[0]).toEqual({
      heading: "Harbour",
      field: null,
      state: "unknown",
    });
    expect(found.counts).toMatchObject({ new: 0, refused: 0 });
    const columns = ["port", "place", "price", "from"];
    const chosen = await preview(text, { columns });
    expect(chosen.missing).toEqual([]);
    expect(chosen.counts).toMatchObject({ new: 1 });
  });

  it("takes labels with units, and ignores what the program fills in", async () => {
    const { columns } = await preview(
      'Port,Place,"Price, yen",From,Changed,Id\nkobe,Suva,1,2026-12-01,x,7',
    );
    expect(columns.map(({ field, state }) => field ?? state)).toEqual([
      ...["port", "place", "price", "from", "program", "program"],
    ]);
  });

  it("ignores what the program computes", async () => {
    const tolls = importCalls(server, manager, "tolls");
    const { columns, counts, fields } = await tolls.preview(
      "port,place,price,from,Total\nkobe,Suva,1,2026-12-01,9",
    );
    expect(columns.at(-1)).toMatchObject({ field: null, state: "program" });
    expect(counts).toMatchObject({ new: 1, refused: 0 });
    expect(fields).not.toContain("total");
  });

  it("does not offer a field that is hidden from the reader", async () => {
    const text = "port,place,price,from,cost\nkobe,Suva,1,2026-12-01,5";
    const { columns, fields } = await preview(text);
    expect(columns.at(-1)).toMatchObject({ field: null, state: "unknown" });
    expect(fields).not.toContain("cost");
    const admin = importCalls(server, await signIn(server, "admin"));
    expect((await admin.preview(text)).fields).toContain("cost");
  });

  it("keeps the case and the spaces of free texts", async () => {
    await run(table("kobe,Mombasa,100,2026-12-01,,Wash The car"));
    const text = table(
      "kobe,Mombasa,100,2026-12-01,,Wash the car",
      "kobe,Durban,100,2026-12-01,,WASH  the car",
    );
    await run(text);
    expect(await stored()).toMatchObject([
      { place: "Mombasa", note: "Wash the car" },
      { place: "Durban", note: "WASH  the car" },
    ]);
  });

  it("finds words by their exact spelling before others", async () => {
    const places = ["suva", "SUVA"];
    for (const place of places) await add({ place });
    await run(
      table(...places.map((place, at) => `kobe,${place},${at},2026-01-01,,`)),
    );
    expect(await stored()).toMatchObject([
      { place: "suva", price: 0 },
      { place: "SUVA", price: 1 },
    ]);
  });

  it("has pages", async () => {
    const rows = Array.from(
      { length: 120 },
      (_, index) => `kobe,Place ${index},1,2026-12-01,,`,
    );
    const found = await preview(table(...rows), { page: 3 });
    expect(found.counts.new).toBe(120);
    expect(found.rows.map(({ line }) => line)).toEqual(
      Array.from({ length: 20 }, (_, index) => 102 + index),
    );
  });

  it("refuses a text that is no table, with the reason", async () => {
    const reply = await post({ text: "port" });
    expect(reply.statusCode).toBe(422);
    expect(reply.json()).toMatchObject({
      errors: { text: ["The table needs headings and at least one row"] },
    });
  });
});

describe("an exported file", () => {
  it.each(["en", "ru"])(
    "can be imported unchanged and then changes nothing: %s",
    async (language) => {
      const first = [
        "port,place,price,from,until,isDirect,tags,note",
        'kobe,Vladivostok,120000,2026-12-01,2026-12-31,yes,"wash, polish",=1+1',
        "osaka,Somewhere else,1,2026-01-01,,no,,'quoted",
        'osaka,Durban,0,2026-01-01,,,,"two\nlines; and , more"',
      ].join("\n");
      await run(first);
      const file = await server.call({
        url: "/api/lists/tariffs/export?format=csv",
        headers: { "accept-language": language },
        ...manager,
      });
      expect(file.body).toContain("'=1+1");
      if (language === "ru") expect(file.body).toContain("Владивосток");
      const { counts } = await preview(file.body);
      expect(counts).toEqual({
        ...{ new: 0, changed: 0, ended: 0, unchanged: 3, refused: 0 },
      });
    },
  );
});

describe("a later row of the same key apart from the day", () => {
  it("ends the stored row that is valid today, the day before it starts", async () => {
    await run(
      table(
        "kobe,Mombasa,100,2026-01-01,,now",
        "osaka,Mombasa,100,2026-01-01,2026-10-31,over",
        "kobe,Durban,100,2026-12-15,,later",
      ),
    );
    const text = table(
      "kobe,Mombasa,150,2027-01-01,,",
      "kobe,Mombasa,160,2027-03-01,,",
      "osaka,Mombasa,150,2027-01-01,,",
      "kobe,Durban,150,2027-01-01,,",
    );
    const { counts, rows } = await preview(text, { show: "ended" });
    expect(counts).toMatchObject({ new: 4, ended: 1, changed: 0 });
    expect(rows).toMatchObject([
      {
        line: null,
        key: { port: "kobe", place: "Mombasa", from: "2026-01-01" },
        changes: [{ field: "until", before: null, after: "2026-12-31" }],
      },
    ]);
    await run(text);
    expect(await stored()).toContainEqual(
      expect.objectContaining({ note: "now", until: "2026-12-31" }),
    );
  });

  it("ends a row of the file only if the file has no column of the last day", async () => {
    await run(table("kobe,Mombasa,100,2026-01-01,,"));
    const rows = ["kobe,Mombasa,100,2026-01-01", "kobe,Mombasa,150,2027-01-01"];
    const short = await preview(["port,place,price,from", ...rows].join("\n"), {
      show: "ended",
    });
    expect(short.counts).toMatchObject({ new: 1, ended: 1, unchanged: 0 });
    expect(short.rows).toMatchObject([{ line: 2 }]);
    const full = await preview(table(...rows.map((row) => `${row},,`)));
    expect(full.counts).toMatchObject({ new: 1, ended: 0, unchanged: 1 });
  });

  it("never lengthens a row", async () => {
    await run(table("kobe,Mombasa,100,2026-01-01,2026-12-10,"));
    const { counts } = await preview(table("kobe,Mombasa,150,2027-01-01,,"));
    expect(counts).toMatchObject({ new: 1, ended: 0 });
  });
});
