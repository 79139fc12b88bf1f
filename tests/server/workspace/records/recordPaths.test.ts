import { describe, expect, it } from "vitest";
import { signIn, testApp } from "../../../support/app";
import { declaredCopy } from "../../../support/declaredCopy";
import { declareDepots, depotRow, depots } from "./support/depots";
import { saved, yokohama, type Json } from "./support/saved";

const copy = declaredCopy();
declareDepots(copy);
const server = await testApp({ root: copy.root });
const manager = await signIn(server, "manager");

describe("a mistake in a stored resource", () => {
  const reasonsOf = async (edit: () => void) => {
    const { declarations } = server.context;
    edit();
    await declarations.reload();
    const found = declarations
      .refused()
      .map(({ file, pointer, message }) => `${file} ${pointer} ${message?.id}`);
    copy.restore();
    declareDepots(copy);
    await declarations.reload();
    return found;
  };
  const inList = (part: object) =>
    reasonsOf(() => {
      copy.editResource("depots", (resource) => Object.assign(resource, part));
    });

  it("is reported, and the list stays as it was", async () => {
    expect(
      await inList({
        calls: { create: { body: "lot" }, update: { method: "POST" } },
      }),
    ).toEqual([
      "resources/depots.json /calls/create/body mustEqual",
      "resources/depots.json /calls/update/method mustEqual",
    ]);
    const close = {
      id: "close",
      on: ["row"],
      method: "PUT",
      path: "/depot/:id",
    };
    expect(await inList({ actions: [close] })).toEqual([
      "resources/depots.json /actions/0/path unknownCall",
    ]);
    expect(await inList({ key: "name" })).toEqual([
      "resources/depots.json /key keyNotUnique",
    ]);
    const reply = await server.call({ url: "/api/lists/depots", ...manager });
    expect(reply.statusCode).toBe(200);
  });

  it("is reported at the field that the program keeps", async () => {
    const inRow = (name: string, field: Json) =>
      reasonsOf(() => {
        copy.editRow("depot", ({ properties }) => {
          properties[name] = { ...properties[name], ...field };
        });
      });
    expect(await inRow("id", { "x-core": false })).toContain(
      "schemas/depot.json /properties/id coreUnmarked",
    );
    expect(await inRow("places", { "x-core": true })).toContain(
      "schemas/depot.json /properties/places/x-core recordHasNoField",
    );
  });
});

describe("a stored resource that is declared while the program runs", () => {
  const url = "/api/lists/crates";

  it("takes rows without a restart", async () => {
    copy.write(
      "schemas/crate.json",
      JSON.stringify({
        ...depotRow,
        $id: "crate",
        required: ["id", "name"],
      }),
    );
    copy.write(
      "resources/crates.json",
      JSON.stringify({
        ...depots,
        $schema: "../schemas/meta/resource.json",
        name: "crates",
        route: "/crates",
        detailRoute: "/crates/:id",
        row: "crate",
      }),
    );
    const payload = { name: "A crate" };
    const before = await server.call({
      method: "POST",
      url,
      payload,
      ...manager,
    });
    expect(before.statusCode).toBe(404);
    await server.context.declarations.reload();
    expect(server.context.declarations.refused()).toEqual([]);
    const added = await server.call({
      method: "POST",
      url,
      payload,
      ...manager,
    });
    expect(added.statusCode).toBe(201);
    const others = await server.call({ url: "/api/lists/depots", ...manager });
    expect(others.json()).toMatchObject({ rows: [] });
  });
});

describe("a stored resource with paths of its own", () => {
  it("answers there as it does below /lists", async () => {
    const other = declaredCopy();
    declareDepots(other);
    other.editResource("depots", (resource) => {
      const row = { path: "/depot-book/:id" };
      Object.assign(resource.calls, {
        list: { path: "/depot-book" },
        detail: row,
        create: { path: "/depot-book" },
        update: row,
        remove: row,
        history: { path: "/depot-book/:id/history" },
      });
    });
    const app = await testApp({ root: other.root });
    const session = await signIn(app, "manager");
    const call = (
      method: "GET" | "POST" | "PUT" | "DELETE",
      path: string,
      options: { payload?: Json; headers?: Record<string, string> } = {},
    ) =>
      app.call({
        method,
        url: `/api/depot-book${path}`,
        ...options,
        ...session,
      });
    const added = saved(await call("POST", "", { payload: yokohama }));
    const path = `/${added.id}`;
    const wrong = { payload: { ...yokohama, places: 0 } };
    expect((await call("POST", "", wrong)).statusCode).toBe(422);
    expect((await call("GET", path)).headers.etag).toBe('"1"');
    const payload = { ...yokohama, places: 310 };
    expect((await call("PUT", path, { payload })).statusCode).toBe(428);
    const headers = { "if-match": added.tag };
    expect((await call("PUT", path, { payload, headers })).statusCode).toBe(
      200,
    );
    const remove = { headers: { "if-match": '"2"' } };
    expect((await call("DELETE", path, remove)).statusCode).toBe(200);
    expect((await call("GET", `${path}/history`)).json()).toMatchObject({
      pageInfo: { totalResults: 3 },
    });
    expect((await call("GET", "/abc")).statusCode).toBe(400);
    const asClient = await app.call({
      method: "POST",
      url: "/api/depot-book",
      payload: {},
      ...(await signIn(app, "client")),
    });
    expect(asClient.statusCode).toBe(403);
  });
});
