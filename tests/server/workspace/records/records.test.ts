import { beforeEach, describe, expect, it } from "vitest";
import { signIn, testApp, type Account } from "../../../support/app";
import { declaredCopy } from "../../../support/declaredCopy";
import { declareDepots } from "./support/depots";
import { saved, yokohama, type Json } from "./support/saved";

const copy = declaredCopy();
declareDepots(copy);
const server = await testApp({ root: copy.root });
const manager = await signIn(server, "manager");
const client = await signIn(server, "client");
const admin = await signIn(server, "admin");

type Who = typeof manager;

const list = "/api/lists/depots";

const post = (body: Json, who: Who = manager, headers: Json = {}) =>
  server.call({
    method: "POST",
    url: list,
    payload: body,
    headers: headers as Record<string, string>,
    ...who,
  });
const put = (id: string, body: Json, tag?: string, who: Who = manager) =>
  server.call({
    method: "PUT",
    url: `${list}/${id}`,
    payload: body,
    ...(tag === undefined ? {} : { headers: { "if-match": tag } }),
    ...who,
  });
const remove = (id: string, tag?: string, who: Who = manager) =>
  server.call({
    method: "DELETE",
    url: `${list}/${id}`,
    ...(tag === undefined ? {} : { headers: { "if-match": tag } }),
    ...who,
  });
const get = (path: string, who: Who = manager) =>
  server.call({ url: `${list}${path}`, ...who });
const rowsOf = async (path: string, who: Who = manager) =>
  (await get(path, who)).json<{ rows: Json[] }>().rows;

beforeEach(async () => {
  await server.context.database.kysely.deleteFrom("records").execute();
});

describe("a resource whose rows the program stores", () => {
  it("adds a row and shows it in the list, in full and to its filters", async () => {
    const reply = await post({ ...yokohama, services: ["wash"], opened: null });
    expect(reply.statusCode).toBe(201);
    const { id, tag, detail } = saved(reply);
    expect(tag).toBe('"1"');
    expect(detail).toMatchObject({
      ...yokohama,
      updatedAt: "2026-11-20T10:42:00+09:00",
      updatedBy: "Emi Tanaka",
    });
    await post({ name: "Atsugi", kind: "yard", places: 20 });
    expect((await rowsOf("")).map(({ name }) => name)).toEqual([
      "Atsugi",
      "Yokohama",
    ]);
    for (const query of [
      "kind=port",
      "places=100,",
      "services=wash",
      "where=name&what=koh",
    ])
      expect(await rowsOf(`?${query}`), query).toMatchObject([{ id }]);
    expect(await rowsOf("?sort=places&order=DESC")).toMatchObject([
      { name: "Yokohama" },
      { name: "Atsugi" },
    ]);
    const full = await get(`/${id}`);
    expect(full.headers.etag).toBe('"1"');
    expect(full.json()).toMatchObject({ version: 1, detail });
  });

  it("counts the choices of its filters", async () => {
    await post(yokohama);
    await post({ name: "Atsugi", kind: "yard" });
    expect((await get("/filters")).json()).toMatchObject({
      kind: [
        { value: "yard", counter: 1 },
        { value: "port", counter: 1 },
      ],
      places: { min: 300, max: 300 },
      totalResults: 2,
    });
  });

  it("adds up its summary over all rows that match, and takes the averages", async () => {
    await post({ ...yokohama, rent: 90_000 });
    await post({ name: "Atsugi", kind: "yard", places: 20 });
    await post({ name: "Oi", kind: "port" });
    const totalsOf = async (path: string, who: Who = manager) =>
      (await get(path, who)).json<Json>().totals;
    expect(await totalsOf("?pageSize=20")).toEqual({
      ...{ places: 320, placesAverage: 160 },
      ...{ rent: 90_000, rentAverage: 90_000 },
    });
    expect(await totalsOf("?kind=yard")).toEqual({
      ...{ places: 20, placesAverage: 20, rent: 0, rentAverage: null },
    });
    expect(await totalsOf("?places=999,")).toEqual({
      ...{ places: 0, placesAverage: null, rent: 0, rentAverage: null },
    });
    expect(await totalsOf("", client)).toEqual({
      ...{ places: 320, placesAverage: 160 },
    });
  });

  it("exports its rows", async () => {
    await post(yokohama);
    const reply = await server.call({
      url: `${list}/export?format=csv`,
      ...manager,
    });
    expect(reply.body).toContain("Yokohama");
  });

  it("changes a row and counts its version up", async () => {
    const { id, tag } = saved(await post(yokohama));
    const changed = await put(id, { ...yokohama, places: 310 }, tag);
    expect(changed.statusCode).toBe(200);
    expect(saved(changed)).toMatchObject({
      tag: '"2"',
      detail: { places: 310 },
    });
    expect(await rowsOf("")).toMatchObject([{ places: 310 }]);
  });

  it("keeps the version of an edit that changes nothing", async () => {
    const { id, tag } = saved(await post(yokohama));
    expect(saved(await put(id, yokohama, tag)).tag).toBe(tag);
  });

  it("clears an optional field that the body leaves out", async () => {
    const { id, tag } = saved(await post(yokohama));
    const { places: _, ...rest } = yokohama;
    expect(saved(await put(id, rest, tag)).detail.places).toBeNull();
  });

  it("has an empty history once its changes are no longer kept", async () => {
    const { id } = saved(await post(yokohama));
    await server.context.database.kysely
      .deleteFrom("record_history")
      .where("record_id", "=", id)
      .execute();
    const history = await get(`/${id}/history`);
    expect(history.statusCode).toBe(200);
    expect(history.json()).toMatchObject({ history: [] });
  });

  it("removes a row and keeps its history", async () => {
    const { id, tag } = saved(await post(yokohama));
    const next = saved(await put(id, { ...yokohama, places: 310 }, tag));
    expect((await remove(id, next.tag)).json()).toEqual({ success: true });
    expect(await rowsOf("")).toEqual([]);
    expect((await get(`/${id}`)).statusCode).toBe(404);
    const history = await get(`/${id}/history`);
    expect(history.json()).toMatchObject({
      history: [
        { action: "remove", version: 3, before: { places: 310 }, after: null },
        {
          action: "update",
          user: "Emi Tanaka",
          at: "2026-11-20T10:42:00+09:00",
          before: { places: 300 },
          after: { places: 310 },
        },
        { action: "create", version: 1, before: null, after: yokohama },
      ],
      pageInfo: { totalResults: 3 },
    });
    const second = await get(`/${id}/history?page=2&pageSize=2`);
    expect(second.json()).toMatchObject({ history: [{ action: "create" }] });
  });
});

describe("a write of a row", () => {
  it.each([
    { name: "Yokohama\nport" },
    { name: "Yoko\u007Fhama" },
    { services: ["wash", "paint\u0007"] },
    { note: "open\u001B[2J" },
  ])("rejects control characters: %o", async (fields) => {
    const reply = await post({ ...yokohama, ...fields });
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toMatchObject({
      messageCode: "invalid_request",
      errors: { [Object.keys(fields)[0] ?? ""]: [expect.any(String)] },
    });
  });

  it("keeps lines and tabs of a long text", async () => {
    const note = "Monday:\t8-17\r\nSunday:\tclosed\n";
    const { detail } = saved(await post({ ...yokohama, note }));
    expect(detail.note).toBe(note);
  });

  it("is refused with 400 for unknown and mistyped fields", async () => {
    for (const [body, field] of [
      [{ ...yokohama, colour: "red" }, "colour"],
      [{ ...yokohama, places: "many" }, "places"],
      [{ ...yokohama, id: "7" }, "id"],
    ] as const) {
      const reply = await post(body);
      expect(reply.statusCode, field).toBe(400);
      expect(Object.keys(reply.json<{ errors: Json }>().errors)).toEqual([
        field,
      ]);
    }
    expect(
      (
        await server.call({
          method: "POST",
          url: list,
          payload: [],
          ...manager,
        })
      ).statusCode,
    ).toBe(400);
  });

  it("is refused with 422 and a message for each field that breaks a rule", async () => {
    const reply = await post({ name: "  ", places: 0, opened: "soon" });
    expect(reply.statusCode).toBe(422);
    expect(reply.json()).toMatchObject({
      messageCode: "invalid_fields",
      errors: {
        name: ["Required field"],
        kind: ["Required field"],
        places: ["Invalid field"],
        opened: ["Invalid field"],
      },
    });
  });

  it("needs the version that it was based on", async () => {
    const { id } = saved(await post(yokohama));
    expect((await put(id, yokohama)).statusCode).toBe(428);
    expect((await remove(id)).statusCode).toBe(428);
    expect((await put(id, yokohama, "new")).statusCode).toBe(400);
  });

  it("is refused with 409 and the current row if somebody was faster", async () => {
    const { id, tag } = saved(await post(yokohama));
    await put(id, { ...yokohama, places: 310 }, tag);
    const late = await put(id, { ...yokohama, places: 290 }, tag);
    expect(late.statusCode).toBe(409);
    expect(late.json()).toMatchObject({
      messageCode: "stale_row",
      current: { id, places: 310, version: 2 },
    });
    expect((await remove(id, tag)).statusCode).toBe(409);
  });

  it("wins only once if two people write at the same time", async () => {
    const { id, tag } = saved(await post(yokohama));
    const replies = await Promise.all([
      put(id, { ...yokohama, places: 1 }, tag),
      put(id, { ...yokohama, places: 2 }, tag, admin),
    ]);
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([
      200, 409,
    ]);
  });

  it("adds one row however often it is sent with the same key", async () => {
    const headers = { "idempotency-key": "depot-0001" };
    const replies = await Promise.all(
      [1, 2, 3].map(() => post(yokohama, manager, headers)),
    );
    expect(new Set(replies.map((reply) => saved(reply).id)).size).toBe(1);
    expect(await rowsOf("")).toHaveLength(1);
    const other = await post({ ...yokohama, places: 1 }, manager, headers);
    expect(other.statusCode).toBe(409);
  });

  it("is refused for unknown and malformed ids", async () => {
    expect((await put("999999", yokohama, '"1"')).statusCode).toBe(404);
    expect((await get("/abc")).statusCode).toBe(400);
    expect((await get("/999999/history")).statusCode).toBe(404);
  });
});

describe("access to stored rows", () => {
  it("is refused before anything else is validated", async () => {
    const { id } = saved(await post(yokohama));
    expect((await post({ nonsense: 1 }, client)).statusCode).toBe(403);
    expect((await put(id, {}, undefined, client)).statusCode).toBe(403);
    expect((await remove("abc", undefined, client)).statusCode).toBe(403);
    expect((await get(`/${id}/history`, client)).statusCode).toBe(403);
    expect((await server.call({ url: `${list}/${id}` })).statusCode).toBe(401);
    expect((await get(`/${id}`, client)).statusCode).toBe(200);
  });

  it("hides fields from rows, filters and forms", async () => {
    const { id } = saved(await post(yokohama));
    const [row] = await rowsOf("", client);
    expect(row).not.toHaveProperty("rent");
    expect((await get(`/${id}`, client)).body).not.toContain("rent");
    expect((await get("?rent=1,", client)).statusCode).toBe(400);
  });

  it("keeps a field that its editor may not see, and hides it in the history", async () => {
    const { id, tag } = saved(await post({ ...yokohama, cost: 777 }, admin));
    expect((await put(id, { ...yokohama, cost: 1 }, tag)).statusCode).toBe(400);
    const changed = await put(id, { ...yokohama, places: 310 }, tag);
    expect(saved(changed).detail).not.toHaveProperty("cost");
    expect((await get(`/${id}`, admin)).json()).toMatchObject({
      detail: { places: 310, cost: 777 },
    });
    const history = await get(`/${id}/history`);
    expect(history.json()).toMatchObject({ pageInfo: { totalResults: 2 } });
    expect(history.body).not.toContain("cost");
    expect((await get(`/${id}/history`, admin)).body).toContain('"cost":777');
  });

  it("tells each viewer only the calls that they may start", async () => {
    const callsOf = async (who: Who) => {
      const reply = await server.call({ url: "/api/workspace", ...who });
      const { resources, forms } = reply.json<{
        resources: { name: string; calls: Json }[];
        forms: Json;
      }>();
      const found = resources.find(({ name }) => name === "depots");
      return [Object.keys(found?.calls ?? {}).sort(), Object.keys(forms)];
    };
    const [ownCalls, ownForms] = await callsOf(client);
    expect(ownCalls).toEqual(["detail", "export", "facets", "list"]);
    expect(ownForms).not.toContain("depot");
    const [calls, forms] = await callsOf(manager);
    expect(calls).toEqual(
      expect.arrayContaining(["create", "history", "remove", "update"]),
    );
    expect(forms).toContain("depot");
  });

  it("is cut in OpenAPI as well", async () => {
    const document = async (account: Account) =>
      (
        await server.call({
          url: "/api/openapi.json",
          ...(await signIn(server, account)),
        })
      ).json<{ paths: Record<string, Json> }>().paths;
    const forManager = await document("manager");
    expect(Object.keys(forManager["/lists/depots/{id}"] ?? {})).toEqual(
      expect.arrayContaining(["get", "put", "delete"]),
    );
    const forClient = await document("client");
    expect(Object.keys(forClient["/lists/depots/{id}"] ?? {})).toEqual(["get"]);
    expect(JSON.stringify(forClient["/lists/depots"])).not.toContain("rent");
  });
});

describe("a list with a fixed condition over the same rows", () => {
  const ports = (path: string) =>
    server.call({ url: `/api/lists/ports${path}`, ...manager });

  it("has only the rows that meet it", async () => {
    const { id } = saved(await post(yokohama));
    const yard = saved(await post({ name: "Atsugi", kind: "yard" }));
    const { rows } = (await ports("")).json<{ rows: Json[] }>();
    expect(rows).toMatchObject([{ id }]);
    expect((await ports(`/${yard.id}`)).statusCode).toBe(404);
    expect((await ports(`/${yard.id}/history`)).statusCode).toBe(404);
    const reply = await server.call({
      method: "PUT",
      url: `/api/lists/ports/${yard.id}`,
      payload: { name: "Atsugi", kind: "port" },
      headers: { "if-match": yard.tag },
      ...manager,
    });
    expect(reply.statusCode).toBe(404);
  });
});
