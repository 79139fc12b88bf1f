import { beforeEach, describe, expect, it } from "vitest";
import { inTransaction } from "../../../../../server/platform/database";
import { addRecords } from "../../../../../server/workspace/records";
import { planEndings } from "../../../../../server/workspace/records/import/planEndings";
import { signIn, testApp } from "../../../../support/app";
import { declaredCopy } from "../../../../support/declaredCopy";
import { declareVariant, importCalls, tariffRow } from "./support";

const copy = declaredCopy();
const { until } = tariffRow.properties;
declareVariant(copy, {
  row: "term",
  list: "terms",
  changes: {
    properties: {
      until: { ...until, "x-when": { field: "isDirect", is: true } },
    },
  },
});
const server = await testApp({
  root: copy.root,
  now: "2026-11-28T10:00:00+09:00",
});
const { database, schemas, workspace } = server.context;
const manager = await signIn(server, "manager");
const { preview, apply, run } = importCalls(server, manager, "terms");

const stored = async () =>
  (
    await database.kysely
      .selectFrom("records")
      .select("data")
      .where("row_schema", "=", "term")
      .orderBy("id")
      .execute()
  ).map(({ data }) => data);
const add = (data: Record<string, unknown>) =>
  inTransaction(database, (trx) =>
    addRecords(trx, {
      row: "term",
      rows: [
        { port: "kobe", place: "Suva", price: 9, from: "2026-01-01", ...data },
      ],
      author: { userId: "1", userName: "A manager", at: new Date() },
    }),
  );

beforeEach(async () => {
  await database.kysely
    .deleteFrom("records")
    .where("row_schema", "=", "term")
    .execute();
});

describe("a stored row before a later row of the file", () => {
  const text =
    "port,place,price,from\nkobe,Suva,5,2027-01-01\nkobe,Suva,6,2027-02-01";

  it("that cannot end stops the later rows, also if only valid rows are wanted", async () => {
    await add({ isDirect: false });
    const seen = await preview(text, { show: "refused" });
    expect(seen.counts).toMatchObject({ new: 0, ended: 0, refused: 2 });
    expect(seen.rows).toMatchObject([
      { line: 2, faults: [{ field: "until" }] },
      { line: 3, faults: [{ field: "until" }] },
    ]);
    const reply = await apply(text, seen, { validOnly: true });
    expect(reply.json()).toMatchObject({ messageCode: "nothing_changed" });
  });

  it("that breaks another rule already ends nevertheless", async () => {
    await add({ isDirect: true, price: 2_000_000 });
    await run(text);
    expect(await stored()).toMatchObject([
      { price: 2_000_000, until: "2026-12-31" },
      { price: 5 },
      { price: 6 },
    ]);
  });

  it("that could end stays as it is if the later row is stopped by another row", async () => {
    await add({ isDirect: true });
    await add({ isDirect: false, from: "2026-02-01" });
    const { counts } = await preview(text);
    expect(counts).toMatchObject({ new: 0, ended: 0, refused: 2 });
  });

  it("is planned in steps between which requests are served", () => {
    const resource = workspace.resource("terms");
    const found = Array.from({ length: 100 }, (_, id) => ({
      id: String(id),
      version: 1,
      data: { port: "kobe", place: `${id}`, from: "2026-01-01" },
    }));
    const planned = found.map(({ data }, line) => ({
      ...{ line, kind: "new" as const },
      after: { ...data, from: "2027-01-01" },
    }));
    const { properties } = schemas.row("term");
    const fields = Object.entries(properties).map(([name, field]) => ({
      ...{ name, field, isKey: false, headings: [], exported: () => [] },
      texts: { findValue: () => undefined, withoutUnit: String },
    }));
    const steps = planEndings(planned, found, {
      ...{ resource, schemas, fields, columns: [], today: "2026-11-28" },
      schema: { type: "object", properties: {} },
    });
    let pauses = 0;
    let step = steps.next();
    for (; !step.done; step = steps.next()) pauses += 1;
    expect(step.value.filter(({ kind }) => kind === "ended")).toHaveLength(100);
    expect(pauses).toBeGreaterThanOrEqual(200);
  });
});
