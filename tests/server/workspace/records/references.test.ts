import { beforeEach, describe, expect, it } from "vitest";
import { userLevels, userTypes } from "../../../../domain/access";
import { isVisible } from "../../../../domain/visible/isVisible";
import { viewerWith } from "../../../../server/workspace/checks/accessRules";
import { signIn, testApp } from "../../../support/app";
import { declaredCopy } from "../../../support/declaredCopy";
import { declareDepots, depotRow, depots } from "./support/depots";
import { saved, yokohama, type Json } from "./support/saved";

const copy = declaredCopy();
declareDepots(copy);
copy.write(
  "resources/depots.json",
  JSON.stringify({
    $schema: "../schemas/meta/resource.json",
    ...depots,
    calls: { ...depots.calls, import: {} },
    import: { key: ["name"] },
  }),
);
const { id } = depotRow.properties;
copy.write(
  "schemas/berth.json",
  JSON.stringify({
    ...depotRow,
    $id: "berth",
    title: "A berth",
    required: ["id", "code", "depot"],
    properties: {
      id,
      code: { title: "Code", type: "string", minLength: 1, maxLength: 20 },
      depot: {
        title: "Depot",
        type: "string",
        "x-code": true,
        "x-label": "depotName",
        "x-record": { list: "ports", name: "name" },
      },
      depotName: {
        title: "Depot",
        type: ["string", "null"],
        "x-nameOf": "depot",
      },
    },
  }),
);
copy.write(
  "resources/berths.json",
  JSON.stringify({
    $schema: "../schemas/meta/resource.json",
    ...depots,
    ...{ name: "berths", route: "/berths", detailRoute: "/berths/:id" },
    ...{ row: "berth", summary: [] },
    calls: { facets: {}, import: {} },
    import: { key: ["code"] },
    columns: [
      { id: "code", fields: ["code"] },
      {
        id: "depot",
        fields: ["depotName"],
        sort: "depot",
        refersTo: { list: "depots", by: "depot" },
      },
    ],
    filters: [{ field: "depot" }],
    sorts: [{ id: "depot", field: "depotName" }],
    defaultOrder: { field: "depotName", order: "ASC" },
    search: {
      param: "search",
      send: ["where", "what"],
      parameters: [
        { value: "depot", fields: ["depotName"], match: "contains" },
      ],
    },
  }),
);
const server = await testApp({ root: copy.root });
const manager = await signIn(server, "manager");
const client = await signIn(server, "client");

const add = (list: string, payload: Json) =>
  server.call({
    method: "POST",
    url: `/api/lists/${list}`,
    payload,
    ...manager,
  });
const addDepot = async (changes: Json = {}) =>
  saved(await add("depots", { ...yokohama, ...changes }));
const addBerth = async (code: string, depot: string) =>
  saved(await add("berths", { code, depot }));
const read = async (path: string) =>
  (await server.call({ url: `/api${path}`, ...manager })).json<Json>();
const rowsOf = async (query = "") =>
  (await read(`/lists/berths${query}`)).rows as Json[];
const change = (
  method: "PUT" | "DELETE",
  list: string,
  record: { id: string; tag: string },
  payload?: Json,
) =>
  server.call({
    method,
    url: `/api/lists/${list}/${record.id}`,
    headers: { "if-match": record.tag },
    ...(payload && { payload }),
    ...manager,
  });

beforeEach(async () => {
  await server.context.database.kysely.deleteFrom("records").execute();
});

describe("a field with the id of a record of another list", () => {
  it("is shown, sorted, searched and counted by the present name of that record", async () => {
    const kobe = await addDepot({ name: "Kobe" });
    const osaka = await addDepot({ name: "Osaka" });
    await addBerth("B1", osaka.id);
    const berth = await addBerth("A1", kobe.id);
    expect(berth.detail).toMatchObject({ depot: kobe.id, depotName: "Kobe" });
    const renamed = { ...yokohama, name: "Rokko" };
    expect((await change("PUT", "depots", kobe, renamed)).statusCode).toBe(200);
    expect(await rowsOf()).toMatchObject([
      { code: "B1", depotName: "Osaka" },
      { code: "A1", depotName: "Rokko" },
    ]);
    expect(await rowsOf("?where=depot&what=rok")).toHaveLength(1);
    expect(await rowsOf(`?depot=${osaka.id}`)).toMatchObject([{ code: "B1" }]);
    expect(await read("/lists/berths/filters")).toMatchObject({
      depot: [
        { value: osaka.id, label: "Osaka", counter: 1 },
        { value: kobe.id, label: "Rokko", counter: 1 },
      ],
    });
  });

  it.each(["0", "999", "Kobe", "' or 1=1"])(
    "refuses the id %j that no record has",
    async (depot) => {
      const reply = await add("berths", { code: "A1", depot });
      expect(reply.statusCode).toBe(422);
      expect(reply.json()).toMatchObject({
        errors: { depot: [expect.stringContaining("no longer exists")] },
      });
    },
  );

  it("refuses a record that its list does not have", async () => {
    const yard = await addDepot({ kind: "yard" });
    const reply = await add("berths", { code: "A1", depot: yard.id });
    expect(reply.statusCode).toBe(422);
  });

  it("keeps the record to which it refers", async () => {
    const kobe = await addDepot({ name: "Kobe" });
    const berth = await addBerth("A1", kobe.id);
    const refused = await change("DELETE", "depots", kobe);
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toMatchObject({
      message: expect.stringMatching(
        /^“Kobe” \(.*depots\) cannot be removed, because “A1” \(.*berths\) refers to it/i,
      ) as string,
    });
    await change("DELETE", "berths", berth);
    expect((await change("DELETE", "depots", kobe)).statusCode).toBe(200);
  });

  it("stops the undo of the import that added the record, which names both rows", async () => {
    const send = (path: string, payload: Json) =>
      server.call({
        ...{ method: "POST", url: `/api/lists/depots/import${path}`, payload },
        ...manager,
      });
    const text = "Name,Kind,Places\nKobe,port,3\nOsaka,port,4";
    const planned = (await send("", { text })).json<{
      preview: { digest: string };
    }>();
    const { digest } = planned.preview;
    const { batch } = (await send("", { text, apply: { digest } })).json<{
      batch: { id: string };
    }>();
    const depotRows = (await read("/lists/depots")).rows as Json[];
    const osaka = depotRows.find(({ name }) => name === "Osaka");
    await addBerth("A1", String(osaka?.id));
    const refused = await send(`/${batch.id}/undo`, {});
    expect(refused.json()).toMatchObject({
      messageCode: "record_referred",
      message: expect.stringMatching(/“Osaka”.+“A1”/) as string,
    });
    expect((await read("/lists/depots")).rows).toHaveLength(2);
  });

  it("never refers to a removed record, whichever of both writes comes first", async () => {
    for (let round = 0; round < 5; round += 1) {
      const depot = await addDepot({ name: `Depot ${round}` });
      const [added, removed] = await Promise.all([
        add("berths", { code: `A${round}`, depot: depot.id }),
        change("DELETE", "depots", depot),
      ]);
      expect([
        [201, 409],
        [422, 200],
      ]).toContainEqual([added.statusCode, removed.statusCode]);
    }
  });

  it("has the names of both records in the history", async () => {
    const kobe = await addDepot({ name: "Kobe" });
    const osaka = await addDepot({ name: "Osaka" });
    const berth = await addBerth("A1", kobe.id);
    await change("PUT", "berths", berth, { code: "A1", depot: osaka.id });
    const { history } = await read(`/lists/berths/${berth.id}/history`);
    expect(history).toMatchObject([
      {
        before: { code: "A1", depotName: "Kobe" },
        after: { code: "A1", depotName: "Osaka" },
      },
      {},
    ]);
  });

  it("is imported by the name or the id, unless the text may mean several records", async () => {
    const kobe = await addDepot({ name: "Kobe" });
    await addDepot({ name: "Twin" });
    const twin = await addDepot({ name: "TWIN" });
    await addDepot({ name: kobe.id });
    const text = [
      "code,depot",
      "A1,kobe",
      "A2,Twin",
      "A3,Nowhere",
      `A4,${twin.id}`,
      `A5,${kobe.id}`,
    ].join("\n");
    const send = (body: Json) =>
      add("berths/import", { text, ...body }).then((reply) =>
        reply.json<{ preview: { digest: string; counts: Json } }>(),
      );
    const { preview } = await send({});
    expect(preview.counts).toMatchObject({ new: 2, refused: 3 });
    await send({ apply: { digest: preview.digest, validOnly: true } });
    expect(await rowsOf()).toMatchObject([
      { code: "A1", depot: kobe.id },
      { code: "A4", depot: twin.id },
    ]);
  });
});

it("a name is hidden from people who may not see the reference", () => {
  const row = {
    ...depotRow,
    properties: {
      ...depotRow.properties,
      depot: {
        title: "Depot",
        type: ["string", "null"],
        "x-record": { list: "ports", name: "name" },
        "x-access": { userTypes: ["manager" as const] },
      },
      depotName: {
        title: "Depot",
        type: ["string", "null"],
        "x-nameOf": "depot",
      },
    },
  };
  const sees = (userType: number) =>
    isVisible(
      row,
      { fields: ["depotName"] },
      viewerWith({ userType, userLevel: userLevels.vip, roleId: 0 }, []),
    );
  expect(sees(userTypes.manager)).toBe(true);
  expect(sees(userTypes.client)).toBe(false);
});

describe("the names of a list", () => {
  const names = async (query: string, who = manager) =>
    server.call({ url: `/api/names?list=ports&${query}`, ...who });

  it("are the names of its rows that contain a text, and the name of a chosen row", async () => {
    const kobe = await addDepot({ name: "Kobe" });
    const osaka = await addDepot({ name: "Osaka" });
    await addDepot({ name: "Kobe yard", kind: "yard" });
    const reply = await names(`field=name&search=KOB&id=${osaka.id}`);
    expect(reply.json()).toEqual({
      success: true,
      options: [
        { value: kobe.id, label: "Kobe" },
        { value: osaka.id, label: "Osaka" },
      ],
      isComplete: true,
    });
  });

  it("are limited, and say so", async () => {
    await Promise.all(
      Array.from({ length: 101 }, async (_, index) =>
        addDepot({ name: `Depot ${index}` }),
      ),
    );
    const reply = (await names("field=name")).json<{
      options: unknown[];
      isComplete: boolean;
    }>();
    expect(reply.options).toHaveLength(100);
    expect(reply.isComplete).toBe(false);
  });

  it("do not reveal a field that the reader may not see", async () => {
    expect((await names("field=rent", client)).statusCode).toBe(403);
    expect((await names("field=name", client)).statusCode).toBe(200);
    const other = await server.call({
      url: "/api/names?list=users&field=name",
      ...manager,
    });
    expect(other.statusCode).toBe(404);
  });
});
