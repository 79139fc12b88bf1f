import { beforeEach, describe, expect, it } from "vitest";
import type { DeclaredAction } from "../../../../domain/resource";
import { signIn, testApp } from "../../../support/app";
import { declaredCopy } from "../../../support/declaredCopy";
import { declareDepots } from "./support/depots";
import { saved, yokohama, type Json } from "./support/saved";

const actions: DeclaredAction[] = [
  { id: "setKind", on: ["row", "selection"], edits: ["kind"] },
  {
    id: "close",
    on: ["row"],
    edits: ["services", "name"],
    values: { name: "Closed" },
    confirm: true,
  },
  {
    id: "count",
    on: ["row"],
    edits: ["places", "rent"],
    access: { userTypes: ["client", "manager"] },
  },
];

const copy = declaredCopy();
declareDepots(copy);
copy.editResource("depots", (resource) => Object.assign(resource, { actions }));
const server = await testApp({ root: copy.root });
const manager = await signIn(server, "manager");
const client = await signIn(server, "client");

type Who = typeof manager;

const send = (
  method: "POST" | "PATCH" | "PUT",
  path: string,
  { payload, who = manager, headers = {} }: Sent,
) =>
  server.call({ method, url: `/api/lists${path}`, payload, headers, ...who });
type Sent = {
  payload: Json;
  who?: Who;
  headers?: Record<string, string>;
};
const edit = (id: string, payload: Json, who: Who = manager) =>
  send("PATCH", `/depots/${id}`, { payload, who });
const historyOf = async (id: string) => {
  const url = `/api/lists/depots/${id}/history`;
  return (await server.call({ url, ...manager })).json<{ history: Json[] }>()
    .history;
};

let id = "";
beforeEach(async () => {
  await server.context.database.kysely.deleteFrom("records").execute();
  id = saved(await send("POST", "/depots", { payload: yokohama })).id;
});

describe("an action that edits fields of a stored row", () => {
  it("changes these fields, keeps the others and is in the history", async () => {
    const reply = await edit(id, { kind: "yard", version: 1 });
    expect(reply.statusCode).toBe(200);
    expect(saved(reply)).toMatchObject({
      version: 2,
      tag: '"2"',
      detail: { ...yokohama, kind: "yard" },
    });
    expect(await historyOf(id)).toMatchObject([
      {
        action: "update",
        version: 2,
        user: "Emi Tanaka",
        before: { kind: "port" },
        after: { kind: "yard", rent: 9000 },
      },
      { action: "create" },
    ]);
  });

  it("needs no version, but a stale one gets 409 and the current row", async () => {
    expect((await edit(id, { places: 310 })).statusCode).toBe(200);
    const late = await edit(id, { places: 290, version: 1 });
    expect(late.statusCode).toBe(409);
    expect(late.json()).toMatchObject({
      messageCode: "stale_row",
      current: { id, places: 310, version: 2 },
    });
  });

  it("keeps the version if nothing changes", async () => {
    expect(saved(await edit(id, { kind: "port" })).version).toBe(1);
    expect(saved(await edit(id, {})).version).toBe(1);
    expect(await historyOf(id)).toHaveLength(1);
  });

  it("clears a field by null, and refuses a required field without a value", async () => {
    expect(saved(await edit(id, { places: null })).detail.places).toBeNull();
    const reply = await edit(id, { name: null });
    expect(reply.statusCode).toBe(422);
    expect(reply.json()).toMatchObject({
      errors: { name: ["Required field"] },
    });
  });

  it("changes a row once for each idempotency key", async () => {
    const headers = { "idempotency-key": "depot-edit-1" };
    const payload = { places: 310, version: 1 };
    for (const expected of [200, 200]) {
      const reply = await send("PATCH", `/depots/${id}`, { payload, headers });
      expect(reply.statusCode).toBe(expected);
      expect(saved(reply).version).toBe(2);
    }
  });

  it("validates the whole row, and counts a value of an older type as missing", async () => {
    const reply = await edit(id, { places: 0, kind: "harbour" });
    expect(reply.statusCode).toBe(422);
    expect(reply.json()).toMatchObject({
      errors: { places: ["Invalid field"], kind: ["Invalid field"] },
    });
    const store = (data: Json) =>
      server.context.database.kysely
        .updateTable("records")
        .set({ data: JSON.stringify(data) })
        .execute();
    await store({ ...yokohama, opened: 2011 });
    expect((await edit(id, { kind: "yard" })).statusCode).toBe(200);
    await store({ ...yokohama, name: "" });
    expect((await edit(id, { kind: "yard" })).json()).toMatchObject({
      errors: { name: [expect.any(String)] },
    });
  });

  it("is refused with 400 for unknown, kept and mistyped fields", async () => {
    for (const [body, field] of [
      [{ colour: "red" }, "colour"],
      [{ id: "7" }, "id"],
      [{ places: "many" }, "places"],
      [{ places: 1, version: "1" }, "version"],
    ] as const) {
      const reply = await edit(id, body);
      expect(reply.statusCode, field).toBe(400);
      expect(Object.keys(reply.json<{ errors: Json }>().errors)).toEqual([
        field,
      ]);
    }
  });
});

describe("access to an action that edits fields", () => {
  it("is for managers unless the action names a rule, and for its fields only", async () => {
    const { version, detail } = saved(await edit(id, { places: 310 }, client));
    expect(version).toBe(2);
    expect(detail).not.toHaveProperty("rent");
    expect((await edit(id, { kind: "yard" }, client)).statusCode).toBe(403);
    expect((await edit(id, { opened: null })).statusCode).toBe(403);
    const [latest] = await historyOf(id);
    expect(latest).toMatchObject({ after: { places: 310, rent: 9000 } });
  });

  it("does not reveal hidden fields", async () => {
    const reply = await edit(id, { rent: 1 }, client);
    const unknown = await edit(id, { rend: 1 }, client);
    expect([reply.statusCode, unknown.statusCode]).toEqual([400, 400]);
    const errorsOf = ({ body }: typeof reply) =>
      (JSON.parse(body) as { errors: Json }).errors;
    expect(errorsOf(reply).rent).toEqual(errorsOf(unknown).rend);
  });

  it("is decided before the rest of the request is validated", async () => {
    const ports = (path: string, who: Who) =>
      send("PATCH", `/ports/${path}`, { payload: { nonsense: 1 }, who });
    // The list `ports` shows the same rows and has no actions.
    expect((await ports(id, manager)).statusCode).toBe(404);
    expect((await edit("abc", {})).statusCode).toBe(400);
    expect((await edit("999999", { kind: "yard" })).statusCode).toBe(404);
    copy.editResource("depots", (resource) => {
      Object.assign(resource, { actions: actions.slice(0, 2) });
    });
    await server.context.declarations.reload();
    expect((await edit("abc", { nonsense: 1 }, client)).statusCode).toBe(403);
    copy.editResource("depots", (resource) => {
      Object.assign(resource, { actions });
    });
    await server.context.declarations.reload();
  });

  it("cuts the declaration, the form and OpenAPI to the viewer", async () => {
    const seenBy = async (who: Who) => {
      const workspace = await server.call({ url: "/api/workspace", ...who });
      const { resources, forms } = workspace.json<{
        resources: { name: string; actions?: Json[] }[];
        forms: Record<string, { schema: string }>;
      }>();
      const depots = resources.find(({ name }) => name === "depots");
      const api = await server.call({ url: "/api/openapi.json", ...who });
      const { paths } = api.json<{ paths: Record<string, Json> }>();
      return {
        actions: depots?.actions,
        forms,
        call: JSON.stringify(paths["/lists/depots/{id}"]?.patch),
      };
    };
    const { actions: own, forms, call } = await seenBy(client);
    expect(own).toEqual([
      {
        id: "count",
        on: ["row"],
        method: "PATCH",
        path: "/lists/depots/:id",
        body: "depot#/fields/places",
        edits: ["places"],
        values: { version: "@version" },
        patch: { places: "places" },
      },
    ]);
    const { schema = "" } = forms["depot#/fields/places"] ?? {};
    const form = await server.call({ url: `/api${schema}`, ...client });
    expect(form.json()).toMatchObject({
      required: [],
      properties: { places: { minimum: 1 }, version: { type: "integer" } },
    });
    expect(call).toContain("places");
    expect(call).not.toContain("rent");
    const all = await seenBy(manager);
    expect(all.actions).toHaveLength(3);
    expect(all.call).toContain("rent");
  });
});

it("warns of a required field that stored rows lack", async () => {
  const unfilled = async () => {
    await server.context.declarations.reload();
    return server.context.workspace.problems
      .filter(({ message }) => message?.id === "requiredUnfilled")
      .map(({ pointer, severity }) => `${pointer} ${severity}`);
  };
  await send("POST", "/depots", { payload: yokohama });
  expect(await unfilled()).toEqual([]);
  copy.editRow("depot", (row) => {
    row.required.push("opened");
  });
  expect(await unfilled()).toEqual(["/required/3 warning"]);
});
