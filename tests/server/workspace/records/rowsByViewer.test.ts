import { eventsOf } from "../../../../server/platform/live";
import { beforeAll, describe, expect, it } from "vitest";
import type { DeclaredResource } from "../../../../domain/resource";
import { inTransaction } from "../../../../server/platform/database";
import { addRecords, recordNews } from "../../../../server/workspace/records";
import { findViewer } from "../../../../server/identity";
import { signIn, testApp } from "../../../support/app";
import { declaredCopy } from "../../../support/declaredCopy";
import { declareDepots, depots } from "./support/depots";
import { saved, yokohama, type Json } from "./support/saved";

const viewer = { userTypes: ["manager" as const] };

/** Managers see all depots, other viewers only open depots that serve them. */
const openDepots: DeclaredResource = {
  ...depots,
  name: "open-depots",
  route: "/open-depots",
  detailRoute: "/open-depots/:id",
  where: [
    {
      any: [
        { viewer },
        { field: "opened", atMost: "@today" },
        { not: { field: "opened", filled: true } },
      ],
    },
    { any: [{ viewer }, { field: "services", in: ["everybody", "@role"] }] },
  ],
};

const copy = declaredCopy();
declareDepots(copy);
copy.write(
  "resources/open-depots.json",
  JSON.stringify({
    $schema: "../schemas/meta/resource.json",
    ...openDepots,
  }),
);
const server = await testApp({
  root: copy.root,
  now: "2026-11-20T23:59:59+09:00",
});
const { database, clock } = server.context;
const accounts = {
  client: await signIn(server, "client"),
  dealer: await signIn(server, "dealer"),
  manager: await signIn(server, "manager"),
};
type Who = keyof typeof accounts;

const list = "/api/lists/open-depots";
const get = (path: string, who: Who) =>
  server.call({ url: `${list}${path}`, ...accounts[who] });
const namesOf = async (who: Who, query = "") =>
  (await get(query, who)).json<{ rows: Json[] }>().rows.map(({ name }) => name);

const ids = new Map<string, string>();

beforeAll(async () => {
  await inTransaction(database, (trx) =>
    addRecords(trx, {
      row: "depot",
      rows: [
        { name: "Always", kind: "port", services: ["everybody"] },
        { name: "Dealers", kind: "port", services: ["dealer"] },
        {
          name: "Today",
          kind: "yard",
          services: ["client", "dealer"],
          opened: "2026-11-20",
        },
        {
          name: "Tomorrow",
          kind: "yard",
          services: ["everybody"],
          opened: "2026-11-21",
        },
      ],
      author: { userId: "1", userName: "A manager", at: clock.now() },
    }),
  );
  const records = await database.kysely
    .selectFrom("records")
    .select(["id", "data"])
    .execute();
  for (const { id, data } of records) ids.set(String(data["name"]), id);
});

describe("a list whose rows depend on the viewer and the day", () => {
  it("has the rows of the viewer's role, and all rows for the excepted viewers", async () => {
    expect(await namesOf("client")).toEqual(["Always", "Today"]);
    expect(await namesOf("dealer")).toEqual(["Always", "Dealers", "Today"]);
    expect(await namesOf("manager")).toHaveLength(4);
  });

  it("counts, searches, exports and opens only these rows", async () => {
    expect((await get("/filters", "client")).json()).toMatchObject({
      kind: [
        { value: "yard", counter: 1 },
        { value: "port", counter: 1 },
      ],
      services: [
        { value: "client", counter: 1 },
        { value: "dealer", counter: 1 },
        { value: "everybody", counter: 1 },
      ],
      totalResults: 2,
    });
    expect(await namesOf("client", "?where=name&what=o")).toEqual(["Today"]);
    const exported = await server.call({
      url: `${list}/export?format=csv`,
      ...accounts.client,
    });
    expect(exported.body).toContain("Today");
    expect(exported.body).not.toMatch(/Dealers|Tomorrow/);
    const statusOf = async (who: Who) =>
      (await get(`/${ids.get("Tomorrow")}`, who)).statusCode;
    expect(await statusOf("client")).toBe(404);
    expect(await statusOf("manager")).toBe(200);
  });

  it("names only these rows in the live news", async () => {
    const everything = { after: 0n, upTo: 1_000_000_000n };
    const news = await recordNews(server.context).read(everything);
    const newsFor = async (account: string) => {
      const userId = server.ids[`${account}@seriba.test`] ?? "";
      const viewer = await findViewer(database.kysely, userId);
      const [event] = viewer && news ? eventsOf(news, viewer) : [];
      const data = event?.data as { lists?: { list: string; ids: string[] }[] };
      return data.lists?.find((entry) => entry.list === "open-depots")?.ids;
    };
    const idsOf = (...names: string[]) => names.map((name) => ids.get(name));
    const sorted = async (account: string) =>
      [...((await newsFor(account)) ?? [])].sort();
    expect(await sorted("client")).toEqual(idsOf("Always", "Today"));
    expect(await sorted("dealer")).toEqual(idsOf("Always", "Dealers", "Today"));
    expect(await sorted("manager")).toHaveLength(4);
  });

  it("lets an excepted editor change and read every row", async () => {
    const { client, manager } = accounts;
    const reply = await server.call({
      method: "POST",
      url: list,
      payload: { ...yokohama, opened: "2027-01-01" },
      ...manager,
    });
    const { id, tag } = saved(reply);
    const removed = await server.call({
      method: "DELETE",
      url: `${list}/${id}`,
      headers: { "if-match": tag },
      ...manager,
    });
    expect(removed.statusCode).toBe(200);
    const history = { url: `${list}/${id}/history` };
    expect((await server.call({ ...history, ...manager })).statusCode).toBe(
      200,
    );
    expect((await server.call({ ...history, ...client })).statusCode).toBe(403);
  });

  it("changes at midnight in Japan", async () => {
    server.setNow("2026-11-21T00:00:00+09:00");
    expect(await namesOf("client")).toEqual(["Always", "Today", "Tomorrow"]);
  });
});
