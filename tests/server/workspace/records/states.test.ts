import { describe, expect, it } from "vitest";
import { signIn, testApp } from "../../../support/app";
import { declaredCopy } from "../../../support/declaredCopy";
import { declareDepots, depotRow } from "./support/depots";
import { saved, yokohama, type Json } from "./support/saved";

/** A depot is planned, built and opened; its client may complain about an open one. */
const states = {
  title: "State",
  type: "string",
  enum: ["planned", "built", "open", "closed", "disputed"],
  default: "planned",
  "x-states": [
    { from: ["planned"], to: "built", requires: ["places"] },
    {
      from: ["built", "closed"],
      to: "open",
      requires: ["opened"],
      when: { field: "kind", is: "port" },
    },
    { from: ["open"], to: "closed" },
    { from: ["open"], to: "disputed", access: { userTypes: ["client"] } },
  ],
};
const copy = declaredCopy();
declareDepots(copy, {
  ...depotRow,
  required: [...depotRow.required, "state"],
  properties: { ...depotRow.properties, state: states },
});
copy.editResource("depots", (resource) =>
  Object.assign(resource, {
    calls: { facets: {} },
    actions: [
      { id: "state", on: ["row", "selection"], moves: "state" },
      { id: "resize", on: ["row"], edits: ["places"] },
    ],
  }),
);
const server = await testApp({ root: copy.root });
const manager = await signIn(server, "manager");
const admin = await signIn(server, "admin");
const client = await signIn(server, "client");
type Who = typeof manager;

const add = async (body: Json = {}) =>
  saved(
    await server.call({
      method: "POST",
      url: "/api/lists/depots",
      payload: { ...yokohama, ...body },
      ...manager,
    }),
  );
const edit = (who: Who, id: string, body: Json) =>
  server.call({
    method: "PATCH",
    url: `/api/lists/depots/${id}`,
    payload: body,
    ...who,
  });
const stateOf = async (id: string) => {
  const reply = await server.call({
    url: `/api/lists/depots/${id}`,
    ...manager,
  });
  return reply.json<{ detail: Json }>().detail.state;
};

describe("a field with x-states", () => {
  it("begins with its default, which no form asks for", async () => {
    const { id } = await add();
    expect(await stateOf(id)).toBe("planned");
    const refused = await server.call({
      method: "POST",
      url: "/api/lists/depots",
      payload: { ...yokohama, state: "open" },
      ...manager,
    });
    expect(refused.statusCode).toBe(400);
  });

  it("changes by a transition from its present state alone, with the reason in words", async () => {
    const { id } = await add({ places: 70 });
    const refused = await edit(manager, id, { state: "closed" });
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toMatchObject({
      messageCode: "condition_unmet",
      message: "Possible only if State is open.",
    });
    expect((await edit(manager, id, { state: "built" })).statusCode).toBe(200);
    expect(await stateOf(id)).toBe("built");
  });

  it("needs the fields that the transition requires", async () => {
    const { id } = await add({ places: null });
    const refused = await edit(manager, id, { state: "built" });
    expect(refused.statusCode).toBe(422);
    expect(refused.json()).toMatchObject({
      errors: { places: ["Required field"] },
    });
    const body = { state: "built", places: 3 };
    expect((await edit(manager, id, body)).statusCode).toBe(200);
  });

  it("needs the condition of the transition", async () => {
    const { id } = await add({ kind: "yard", places: 3 });
    await edit(manager, id, { state: "built" });
    const opening = { state: "open", opened: "2026-11-20" };
    const refused = await edit(manager, id, opening);
    expect(refused.statusCode).toBe(409);
  });

  it("is moved by the people of the transition alone", async () => {
    const { id } = await add({ places: 3 });
    await edit(manager, id, { state: "built" });
    await edit(manager, id, { state: "open", opened: "2026-11-20" });
    const refused = await edit(manager, id, { state: "disputed" });
    expect(refused.statusCode).toBe(403);
    expect((await edit(client, id, { state: "closed" })).statusCode).toBe(403);
    expect((await edit(client, id, { state: "disputed" })).statusCode).toBe(
      200,
    );
  });

  it("takes no other field from people who may only move it", async () => {
    const { id } = await add({ places: 3 });
    const refused = await edit(client, id, { opened: "2026-11-21" });
    expect(refused.statusCode).toBe(403);
  });

  it("is kept by a form that replaces the other fields", async () => {
    const { id } = await add({ places: 3 });
    const moved = saved(await edit(manager, id, { state: "built" }));
    const reply = await server.call({
      method: "PUT",
      url: `/api/lists/depots/${id}`,
      payload: { ...yokohama, name: "Osaka" },
      headers: { "if-match": moved.tag },
      ...manager,
    });
    expect(reply.statusCode).toBe(200);
    expect(await stateOf(id)).toBe("built");
  });

  it("goes back at once only for the author of the last change", async () => {
    const { id } = await add({ places: 3 });
    await edit(manager, id, { state: "built" });
    expect((await edit(admin, id, { state: "planned" })).statusCode).toBe(409);
    expect((await edit(manager, id, { state: "planned" })).statusCode).toBe(
      200,
    );
    await edit(manager, id, { state: "built" });
    await edit(manager, id, { places: 4 });
    expect((await edit(manager, id, { state: "planned" })).statusCode).toBe(
      409,
    );
  });
});

describe("an action with moves", () => {
  it("is an action for each transition, which asks for what the transition requires", async () => {
    const actionsFor = async (who: Who) => {
      const reply = await server.call({ url: "/api/workspace", ...who });
      const { resources } = reply.json<{
        resources: { name: string; actions?: Json[] }[];
      }>();
      return resources.find(({ name }) => name === "depots")?.actions ?? [];
    };
    const actions = await actionsFor(manager);
    expect(actions.map(({ id, edits }) => [id, edits])).toEqual([
      ["stateToBuilt", ["state", "places"]],
      ["stateToOpen", ["state", "opened"]],
      ["stateToClosed", ["state"]],
      ["resize", ["places"]],
    ]);
    expect(actions[1]).toMatchObject({
      enabled: {
        all: [
          { field: "state", in: ["built", "closed"] },
          { field: "kind", is: "port" },
        ],
      },
    });
    expect((await actionsFor(client)).map(({ id }) => id)).toEqual([
      "stateToDisputed",
    ]);
  });
});
