import { describe, expect, it } from "vitest";
import type { DeclaredResource } from "../../../../domain/resource";
import { withDefaultCalls } from "../../../../domain/listing/defaultCalls";
import { callConditionFaults } from "../../../../server/workspace/checks/callConditions";
import { signIn, testApp } from "../../../support/app";
import { declaredCopy } from "../../../support/declaredCopy";
import { declareDepots, depotRow, depots } from "./support/depots";
import { saved, yokohama, type Json } from "./support/saved";

const conditions = {
  update: { field: "places", atMost: 500 },
  remove: [
    { field: "kind", is: "yard" },
    { field: "cost", atMost: 100 },
  ],
};
const copy = declaredCopy();
declareDepots(copy);
copy.editResource("depots", (resource) =>
  Object.assign(resource, {
    calls: {
      ...{ facets: {}, detail: {} },
      update: { conditions: conditions.update },
      remove: { conditions: conditions.remove },
    },
    actions: [
      { id: "resize", on: ["row"], edits: ["places"] },
      {
        ...{ id: "rent", on: ["page"], edits: ["rent"] },
        conditions: { field: "kind", is: "port" },
      },
    ] satisfies DeclaredResource["actions"],
  }),
);
const server = await testApp({ root: copy.root });
const manager = await signIn(server, "manager");
const admin = await signIn(server, "admin");

type Who = typeof manager;

const add = async (body: Json) =>
  saved(
    await server.call({
      method: "POST",
      url: "/api/lists/depots",
      payload: { ...yokohama, ...body },
      ...admin,
    }),
  );
type Change = { id: string; tag: string; body?: Json; language?: string };

const write =
  (method: "PUT" | "PATCH" | "DELETE") =>
  (who: Who, { id, tag, body, language = "en" }: Change) =>
    server.call({
      method,
      url: `/api/lists/depots/${id}`,
      ...(body && { payload: body }),
      headers: { "if-match": tag, "accept-language": language },
      ...who,
    });
const update = write("PUT");
const edit = write("PATCH");
const remove = write("DELETE");

describe("the conditions of a call", () => {
  it("decide by the stored row which rows it changes", async () => {
    const depot = await add({ places: 500 });
    const larger = { ...yokohama, places: 501 };
    const reply = await update(manager, { ...depot, body: larger });
    expect(reply.statusCode).toBe(200);
    const refused = await update(manager, {
      ...saved(reply),
      body: { ...yokohama, places: 10 },
    });
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toMatchObject({
      messageCode: "condition_unmet",
      message: "Possible only if Places is at most 500.",
    });
  });

  it("hold for actions that edit the row", async () => {
    const depot = await add({ places: 501 });
    const reply = await edit(manager, { ...depot, body: { places: 5 } });
    expect(reply.statusCode).toBe(409);
    expect(reply.json()).toMatchObject({ messageCode: "condition_unmet" });
  });

  it("hold for one action alone if that action has them", async () => {
    const yard = await add({ kind: "yard", places: 5 });
    expect(
      (await edit(manager, { ...yard, body: { places: 6 } })).statusCode,
    ).toBe(200);
    const refused = await edit(manager, { ...yard, body: { rent: 2500 } });
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toMatchObject({
      messageCode: "condition_unmet",
      message: "Possible only if Kind is port.",
    });
    const both = { places: 7, rent: 2500 };
    expect((await edit(manager, { ...yard, body: both })).statusCode).toBe(409);
    const port = await add({ kind: "port" });
    expect((await edit(manager, { ...port, body: both })).statusCode).toBe(200);
  });

  it("give their reason in the reader's language, without hidden fields", async () => {
    const depot = await add({ cost: 101 });
    const hidden = await remove(manager, { ...depot, language: "ru" });
    expect(hidden.statusCode).toBe(409);
    const { message } = hidden.json<{ message: string }>();
    expect(message).toContain("yard");
    expect(message).not.toContain("101");
    expect(message).not.toContain("Cost");
    const shown = await remove(admin, depot);
    expect(shown.json<{ message: string }>().message).toContain("Cost");
  });

  it("let a row go that meets them all", async () => {
    const depot = await add({ kind: "yard", cost: 100 });
    expect((await remove(manager, depot)).statusCode).toBe(200);
  });

  it("leave a newer version to the reader before they judge", async () => {
    const depot = await add({ places: 501 });
    const reply = await update(manager, {
      ...depot,
      tag: '"7"',
      body: { ...yokohama, places: 10 },
    });
    expect(reply.json()).toMatchObject({ messageCode: "stale_row" });
  });
});

describe("the declaration of conditions of a call", () => {
  const faultsOf = (changes: Partial<DeclaredResource>) =>
    [
      ...callConditionFaults(
        withDefaultCalls({ ...depots, ...changes }),
        depotRow,
      ),
    ].map(({ pointer, message }) => `${pointer} ${message?.id ?? ""}`);
  const calls = {
    update: { conditions: { field: "places", filled: true as const } },
  };

  it("is valid for records", () => {
    expect(faultsOf({ calls })).toEqual([]);
  });

  it("is refused where an area or an import writes", () => {
    expect(faultsOf({ calls, store: undefined })).toEqual([
      "/calls/update/conditions conditionNeedsRecords",
    ]);
    expect(faultsOf({ calls, import: { key: ["name"] } })).toEqual([
      "/calls/update/conditions conditionWithImport",
    ]);
  });

  it("names stored fields only", () => {
    const of = { field: "updatedAt", atLeast: "@today" };
    expect(faultsOf({ calls: { remove: { conditions: [of] } } })).toEqual([
      "/calls/remove/conditions/0/field conditionNotStored",
    ]);
  });
});
