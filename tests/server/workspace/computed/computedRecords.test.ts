import { expect, it } from "vitest";
import { signIn, testApp } from "../../../support/app";
import { declaredCopy } from "../../../support/declaredCopy";
import { eventually } from "../../../support/eventually";
import { fee, summedDepot, summedLists } from "./depotSums";

const copy = declaredCopy();
copy.write("schemas/depot-fee.json", JSON.stringify(fee));
copy.write("schemas/depot.json", JSON.stringify(summedDepot));
for (const [name, list] of Object.entries(summedLists))
  copy.write(
    `resources/${name}.json`,
    JSON.stringify({ $schema: "../schemas/meta/resource.json", ...list }),
  );
const server = await testApp({ root: copy.root });
const manager = await signIn(server, "manager");
const client = await signIn(server, "client");

const add = async (list: string, payload: object) => {
  const reply = await server.call({
    ...{ method: "POST", url: `/api/lists/${list}`, payload },
    ...manager,
  });
  expect(reply.statusCode, reply.body).toBe(201);
  return reply.json<{ detail: { id: string } }>().detail.id;
};
const get = async (url: string, who = client) =>
  (await server.call({ url: `/api${url}`, ...who })).json<{
    rows: Record<string, unknown>[];
    detail: Record<string, unknown>;
    sums: unknown[];
    reader: unknown;
  }>();
const totals = async (query = "", who = client) =>
  (await get(`/lists/depots?${query}`, who)).rows.map(({ name, total }) => [
    name,
    total,
  ]);

await add("depot-fees", { kind: "yard", role: null, amount: 100 });
const feeOfPort = await add("depot-fees", { kind: "port", amount: 1_000 });
await add("depot-fees", { kind: "yard", role: "manager", amount: 7 });
const yard = await add("depots", { name: "A", kind: "yard", places: 5 });
await add("depots", { name: "B", kind: "port", places: 2, rent: 9 });
await add("depots", { name: "C", kind: "port", places: null });

it("are added up in lists of records, by the values of the reader", async () => {
  await eventually(async () => {
    expect(await totals()).toEqual([
      ["A", 105],
      ["B", 1_002],
      ["C", null],
    ]);
  });
  expect((await totals("", manager))[0]).toEqual(["A", 12]);
});

it("filter and sort the list, and rows without a sum come last", async () => {
  expect(await totals("total=1000,2000")).toEqual([["B", 1_002]]);
  expect(await totals("sort=total&order=DESC")).toEqual([
    ["B", 1_002],
    ["A", 105],
    ["C", null],
  ]);
});

it("are on the page of a row and in exports", async () => {
  expect((await get(`/lists/depots/${yard}`)).detail.total).toBe(105);
  const file = await server.call({
    url: "/api/lists/depots/export?format=csv",
    ...client,
  });
  expect(file.body.split("\r\n")[1]).toContain("105");
});

it("are explained line by line, with the records of the reader alone", async () => {
  const { sums, reader } = await get(`/sums?list=depots&id=${yard}`);
  expect(reader).toEqual({ role: "client" });
  expect(sums).toMatchObject([
    {
      field: "total",
      base: { field: "places", amount: 5 },
      total: 105,
      lines: [{ step: "fee", rates: [{ amount: 100 }] }],
    },
  ]);
});

it("are hidden together with a field that they depend on", async () => {
  const [, port] = (await get("/lists/depots")).rows;
  expect(port).not.toHaveProperty("rented");
  const [, ofManager] = (await get("/lists/depots", manager)).rows;
  expect(ofManager).toMatchObject({ rented: 1_009 });
});

it("cannot be written", async () => {
  const reply = await server.call({
    ...{ method: "POST", url: "/api/lists/depots" },
    payload: { name: "D", kind: "yard", total: 1 },
    ...manager,
  });
  expect(reply.statusCode).toBe(400);
});

it("follow a change of their table", async () => {
  const reply = await server.call({
    ...{ method: "PUT", url: `/api/lists/depot-fees/${feeOfPort}` },
    ...{ payload: { kind: "port", amount: 3_000 } },
    headers: { "if-match": '"1"' },
    ...manager,
  });
  expect(reply.statusCode, reply.body).toBe(200);
  await eventually(async () => {
    expect((await totals())[1]).toEqual(["B", 3_002]);
  });
});
