import { beforeEach, describe, expect, it } from "vitest";
import { signIn, testApp } from "../../../support/app";
import { declaredCopy } from "../../../support/declaredCopy";
import { depotRow, depots } from "./support/depots";
import { saved, type Json } from "./support/saved";

const copy = declaredCopy();
const { id, name } = depotRow.properties;
const claim = {
  ...depotRow,
  $id: "claim",
  title: "A claim",
  required: ["id", "name", "state"],
  properties: {
    ...{ id, name },
    state: { title: "State", type: "string", enum: ["open", "refused"] },
    reason: {
      title: "Reason",
      type: ["string", "null"],
      "x-requiredWhen": { field: "state", is: "refused" },
    },
    deposit: { title: "Deposit", type: ["integer", "null"], default: 500 },
    since: { title: "Since", type: "string", format: "date" },
    refusal: {
      title: "Refused on",
      type: ["string", "null"],
      format: "date",
      default: "@today",
      "x-when": { field: "reason", filled: true },
    },
    reporter: {
      title: "Reporter",
      type: "string",
      "x-code": true,
      default: "@me",
      readOnly: true,
    },
    priority: {
      title: "Priority",
      type: ["integer", "null"],
      default: 3,
      "x-access": { roles: ["admin"] },
    },
  },
};
const ownClaim = { ...claim, $id: "own-claim" };
for (const row of [claim, ownClaim])
  copy.write(`schemas/${row.$id}.json`, JSON.stringify(row));
const claims = {
  $schema: "../schemas/meta/resource.json",
  ...depots,
  ...{ name: "claims", route: "/claims", detailRoute: "/claims/:id" },
  ...{ row: "claim", summary: [] },
  calls: { facets: {}, import: {} },
  import: { key: ["name"] },
  columns: [{ id: "name", fields: ["name"], sort: "name" }],
  filters: [{ field: "state" }, { field: "reporter" }],
  sorts: [{ id: "name", field: "name" }],
  actions: [{ id: "setState", on: ["row"], edits: ["state"] }],
};
const { import: _, ...ownClaims } = claims;
copy.write("resources/claims.json", JSON.stringify(claims));
copy.write(
  "resources/own-claims.json",
  JSON.stringify({
    ...ownClaims,
    ...{ name: "own-claims", route: "/own", detailRoute: "/own/:id" },
    row: "own-claim",
    calls: { update: { conditions: { field: "reporter", is: "@me" } } },
  }),
);
// In UTC it is the day before.
const server = await testApp({
  root: copy.root,
  now: "2026-11-20T03:00:00+09:00",
});
const manager = await signIn(server, "manager");
const admin = await signIn(server, "admin");
const url = "/api/lists/claims";

const add = (payload: Json, who = manager, list = "claims") =>
  server.call({ method: "POST", url: `/api/lists/${list}`, payload, ...who });
const detailOf = async (id: string, list = "claims") =>
  (await server.call({ url: `/api/lists/${list}/${id}`, ...admin })).json<{
    detail: Json;
  }>().detail;
const change = (claim: string, tag: string, payload: Json, list = "claims") =>
  server.call({
    method: "PUT",
    url: `/api/lists/${list}/${claim}`,
    payload,
    headers: { "if-match": tag },
    ...manager,
  });

beforeEach(async () => {
  await server.context.database.kysely.deleteFrom("records").execute();
});

describe("a new record", () => {
  it("gets the defaults of fields that its author leaves out, may not see or may not change", async () => {
    const reply = await add({ name: "Scratch", state: "open" });
    const claim = saved(reply);
    expect(claim.detail).toMatchObject({ deposit: 500, refusal: null });
    const asAdmin = await detailOf(claim.id);
    expect(asAdmin).toMatchObject({ deposit: 500, priority: 3 });
    expect(asAdmin.reporter).toBe(claim.detail.reporter);
    const other = saved(await add({ name: "Dent", state: "open" }, admin));
    expect(other.detail.reporter).not.toBe(claim.detail.reporter);
  });

  it("keeps an empty field empty", async () => {
    const claim = { name: "Scratch", state: "open", deposit: null };
    expect(saved(await add(claim)).detail.deposit).toBeNull();
  });

  it("gets the day in Japan for a field that is shown beside its values", async () => {
    const claim = { name: "Scratch", state: "refused", reason: "Too late" };
    expect(saved(await add(claim)).detail.refusal).toBe("2026-11-20");
  });

  it("gets the same defaults from an import", async () => {
    const text = "name,state,reason\nScratch,open,";
    const send = async (body: Json) =>
      (
        await server.call({
          method: "POST",
          url: `${url}/import`,
          payload: { text, ...body },
          ...manager,
        })
      ).json<{ preview: { digest: string } }>();
    const { digest } = (await send({})).preview;
    await send({ apply: { digest } });
    const { rows } = (await server.call({ url, ...admin })).json<{
      rows: Json[];
    }>();
    const [row] = rows;
    const mine = saved(await add({ name: "Dent", state: "open" }));
    expect(await detailOf(String(row?.id))).toMatchObject({
      ...{ deposit: 500, priority: 3, refusal: null },
      reporter: mine.detail.reporter,
    });
  });
});

it("has an empty field where the cell of an import is empty", async () => {
  const text = "name,state,deposit\nScratch,open,";
  const send = (body: Json) =>
    server
      .call({
        method: "POST",
        url: `${url}/import`,
        payload: { text, ...body },
        ...manager,
      })
      .then((reply) =>
        reply.json<{ preview: { digest: string; counts: Json } }>(),
      );
  const { digest } = (await send({})).preview;
  await send({ apply: { digest } });
  const again = await send({});
  expect(again.preview.counts).toMatchObject({ new: 0, unchanged: 1 });
});

describe("a field that is only read", () => {
  it("is refused in every write and keeps its value", async () => {
    const body = { name: "Scratch", state: "open" };
    expect((await add({ ...body, reporter: "1" })).statusCode).toBe(400);
    const claim = saved(await add(body));
    const { reporter } = claim.detail;
    const wrong = await change(claim.id, claim.tag, { ...body, reporter: "1" });
    expect(wrong.statusCode).toBe(400);
    const right = await change(claim.id, claim.tag, { ...body, name: "Dent" });
    expect(saved(right).detail).toMatchObject({ name: "Dent", reporter });
  });

  it("decides with @me who may change the record", async () => {
    const body = { name: "Scratch", state: "open" };
    const others = saved(await add(body, admin, "own-claims"));
    const dent = { ...body, name: "Dent" };
    const refused = await change(others.id, others.tag, dent, "own-claims");
    expect(refused.statusCode).toBe(409);
    expect((await detailOf(others.id, "own-claims")).name).toBe("Scratch");
    const own = saved(await add(body, manager, "own-claims"));
    const reply = await change(own.id, own.tag, dent, "own-claims");
    expect(reply.statusCode).toBe(200);
  });
});

describe("a field with x-requiredWhen", () => {
  const missing = {
    errors: { reason: [expect.stringContaining("Required")] },
  };
  const refused = { name: "Scratch", state: "refused" };

  it.each([{}, { reason: null }, { reason: " " }])(
    "must have a value beside the values of its condition: %j",
    async (reason) => {
      const reply = await add({ ...refused, ...reason });
      expect(reply.statusCode).toBe(422);
      expect(reply.json()).toMatchObject(missing);
    },
  );

  it("may be empty beside other values", async () => {
    const reply = await add({ ...refused, state: "open" });
    expect(reply.statusCode).toBe(201);
  });

  it("refuses an action that leaves it empty", async () => {
    const claim = saved(await add({ ...refused, state: "open" }));
    const reply = await server.call({
      method: "PATCH",
      url: `${url}/${claim.id}`,
      payload: { state: "refused" },
      ...manager,
    });
    expect(reply.statusCode).toBe(422);
    expect((await detailOf(claim.id)).state).toBe("open");
  });
});
