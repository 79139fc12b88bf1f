import { describe, expect, it } from "vitest";
import { signIn, testApp } from "../../../support/app";
import { declaredCopy } from "../../../support/declaredCopy";
import { declareDepots, depotRow, depots } from "./support/depots";
import { saved, yokohama, type Json } from "./support/saved";

const copy = declaredCopy();
declareDepots(copy);
copy.write(
  "schemas/depot.json",
  JSON.stringify({
    ...depotRow,
    "x-unique": ["name", "opened"],
    properties: {
      ...depotRow.properties,
      rent: { ...depotRow.properties.rent, "x-guarded": true },
    },
  }),
);
const house = { ...depotRow, $id: "house" };
copy.write("schemas/house.json", JSON.stringify(house));
copy.write(
  "resources/house.json",
  JSON.stringify({
    ...depots,
    name: "house",
    route: "/house",
    detailRoute: "/house/:id",
    row: "house",
    single: true,
    calls: { create: {}, update: {} },
  }),
);
copy.write(
  "schemas/berth.json",
  JSON.stringify({
    ...depotRow,
    $id: "berth",
    "x-unique": ["name", "opened"],
    "x-uniqueEmpty": true,
  }),
);
copy.write(
  "resources/berths.json",
  JSON.stringify({
    ...depots,
    name: "berths",
    route: "/berths",
    detailRoute: "/berths/:id",
    row: "berth",
  }),
);
const server = await testApp({ root: copy.root });
const manager = await signIn(server, "manager");

const post = (body: Json, list = "depots") =>
  server.call({
    method: "POST",
    url: `/api/lists/${list}`,
    payload: body,
    ...manager,
  });
const put = (id: string, tag: string, body: Json) =>
  server.call({
    method: "PUT",
    url: `/api/lists/depots/${id}`,
    payload: body,
    headers: { "if-match": tag },
    ...manager,
  });
const { rent: _, ...yard } = yokohama;

describe("fields whose values no two records share", () => {
  const opened = "2026-04-01";

  it("refuses a second record with the same values beside the first field", async () => {
    expect((await post({ ...yard, opened })).statusCode).toBe(201);
    const second = await post({ ...yard, opened, places: 20 });
    expect(second.statusCode).toBe(422);
    expect(second.json()).toMatchObject({
      errors: { name: ["Another row has this value already"] },
    });
    expect((await post({ ...yard, opened: "2026-04-02" })).statusCode).toBe(
      201,
    );
  });

  it("refuses a change to the values of another record, and takes them after the other has changed", async () => {
    const first = saved(await post({ ...yard, name: "Kobe", opened }));
    const second = saved(await post({ ...yard, name: "Osaka", opened }));
    const kobe = { ...yard, name: "Kobe", opened };
    expect((await put(second.id, second.tag, kobe)).statusCode).toBe(422);
    await put(first.id, first.tag, { ...kobe, name: "Nagoya" });
    expect((await put(second.id, second.tag, kobe)).statusCode).toBe(200);
  });

  it("lets many records lack a value", async () => {
    for (const places of [1, 2])
      expect((await post({ ...yard, places })).statusCode).toBe(201);
  });

  it("counts a missing value as a value if the schema says so", async () => {
    expect((await post(yard, "berths")).statusCode).toBe(201);
    expect((await post({ ...yard, opened }, "berths")).statusCode).toBe(201);
    expect((await post(yard, "berths")).statusCode).toBe(422);
    const empty = { ...yard, opened: null };
    expect((await post(empty, "berths")).statusCode).toBe(422);
  });

  it("stores one of two records that are sent at once", async () => {
    const body = { ...yard, name: "Chiba", opened };
    const replies = await Promise.all([post(body), post(body)]);
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([
      201, 422,
    ]);
  });
});

describe("a field that needs a recent proof", () => {
  it("changes within ten minutes after the login, and later only with a proof", async () => {
    const { id, tag } = saved(await post({ ...yard, rent: 100 }));
    const changed = saved(await put(id, tag, { ...yard, rent: 200 }));
    server.wait(11 * 60_000);
    const refused = await put(id, changed.tag, { ...yard, rent: 300 });
    expect(refused.statusCode).toBe(403);
    expect(refused.json()).toMatchObject({ messageCode: "step_up_required" });
    const other = await put(id, changed.tag, { ...yard, rent: 200, places: 5 });
    expect(other.statusCode).toBe(200);
    expect((await post({ ...yard, rent: 100 })).statusCode).toBe(403);
    expect((await post(yard)).statusCode).toBe(201);
  });
});

describe("a single record", () => {
  it("is created once and cannot be removed", async () => {
    const first = await post(yard, "house");
    expect(first.statusCode).toBe(201);
    const second = await post({ ...yard, name: "Other" }, "house");
    expect(second.statusCode).toBe(409);
    expect(second.json()).toMatchObject({ messageCode: "row_exists" });
    const { id, tag } = saved(first);
    const removal = await server.call({
      method: "DELETE",
      url: `/api/lists/house/${id}`,
      headers: { "if-match": tag },
      ...manager,
    });
    expect(removal.statusCode).toBe(404);
  });
});
