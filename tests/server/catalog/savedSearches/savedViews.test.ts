import { eventsOf } from "../../../../server/platform/live";
import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import type { Viewer } from "../../../../domain/access";
import type {
  MySearchReply,
  ViewProfileReply,
} from "../../../../generated/schemas";
import { searchNews } from "../../../../server/catalog/savedSearches/searchNews";
import { readLastNumber } from "../../../../server/platform/changes";
import { trackSettled } from "../../../../server/platform/changes/settledNumber";
import { signIn, testApp, type Account } from "../../../support/app";
import { hasPostgres } from "../../../support/postgres";
import { untilBlocked } from "../../../support/untilBlocked";

const server = await testApp();
const { context } = server;
const { database } = context;

const layout = {
  view: "default",
  hidden: ["autoBid", "grade"],
  widths: { lot: 240, user: 200 },
  density: "compact",
};
const params = "bidStatus=1&date=@today,@today&sort=year&order=DESC";
const view = { type: "bid-manager", title: "Today", params, layout };

const send = async (account: Account, call: string, payload: object) =>
  server.call({
    method: call === "default-view" ? "PUT" : "POST",
    url: `/api/user/${call}`,
    payload,
    ...(await signIn(server, account)),
  });

const save = async (account: Account, more: object = {}) =>
  (await send(account, "save-search", { ...view, ...more })).json<{
    id: string;
  }>().id;

async function viewsOf(account: Account, type = "bid-manager") {
  const session = await signIn(server, account);
  const url = `/api/user/my-search?type=${type}`;
  return (await server.call({ url, ...session })).json<MySearchReply>().items;
}

beforeEach(async () => {
  await database.kysely.deleteFrom("saved_searches").execute();
});

describe("a saved view", () => {
  it("keeps its columns and display, and today as a day that moves", async () => {
    const id = await save("manager");
    expect(await viewsOf("manager")).toMatchObject([
      { id, title: "Today", params, layout, shared: false, isDefault: false },
    ]);
    const changed = { ...layout, hidden: [], density: "standard" };
    const update = { id, title: "Mine", params: "bidStatus=2" };
    await send("manager", "update-search", { ...update, layout: changed });
    expect(await viewsOf("manager")).toMatchObject([
      { id, title: "Mine", params: "bidStatus=2", layout: changed },
    ]);
  });

  it("is saved once when the call is repeated, with the columns in any order", async () => {
    const id = await save("manager");
    const hidden = layout.hidden.toReversed();
    expect(await save("manager", { layout: { ...layout, hidden } })).toBe(id);
    expect(
      await save("manager", { layout: { ...layout, hidden: [] } }),
    ).not.toBe(id);
  });

  it.each([
    ["columns of a list that saves searches", { type: "auction", params: "" }],
    ["sharing for a client", { type: "my-bids", params: "", shared: true }],
  ])("is rejected with %s", async (_what, more) => {
    const reply = await send("client", "save-search", { ...view, ...more });
    expect(reply.statusCode).toBe(422);
  });

  it("opens the list of its viewer only until another view does", async () => {
    const first = await save("manager");
    const second = await save("manager", { title: "Other" });
    const defaults = async () =>
      (await viewsOf("manager"))
        .filter(({ isDefault }) => isDefault)
        .map(({ id }) => id);
    for (const id of [first, second]) {
      const body = { type: view.type, id };
      expect((await send("manager", "default-view", body)).statusCode).toBe(
        200,
      );
      expect(await defaults()).toEqual([id]);
    }
    await send("manager", "default-view", { type: view.type, id: null });
    expect(await defaults()).toEqual([]);
  });
});

describe("a shared view", () => {
  it("is listed for the people with whom the list allows sharing, with its owner", async () => {
    const id = await save("manager", {
      shared: true,
      type: "archive-bids",
      params: "",
    });
    expect(await viewsOf("admin", "archive-bids")).toMatchObject([
      { id, shared: true, owner: "Emi Tanaka" },
    ]);
    expect(await viewsOf("client", "archive-bids")).toEqual([]);
    await send("manager", "update-search", {
      id,
      title: "Today",
      shared: false,
    });
    expect(await viewsOf("admin", "archive-bids")).toEqual([]);
  });

  it("can be a default of others, but only its owner changes it", async () => {
    const id = await save("manager", { shared: true });
    const body = { type: view.type, id };
    expect((await send("admin", "default-view", body)).statusCode).toBe(200);
    expect(await viewsOf("admin")).toMatchObject([{ id, isDefault: true }]);
    expect(await viewsOf("manager")).toMatchObject([{ id, isDefault: false }]);
    for (const [call, payload] of [
      ["update-search", { id, title: "Taken" }],
      ["delete-search", { id }],
    ] as const)
      expect((await send("admin", call, payload)).statusCode).toBe(404);
  });

  it("answers like a missing view while it is private", async () => {
    const id = await save("manager");
    for (const wanted of [id, "999999"]) {
      const body = { type: view.type, id: wanted };
      const reply = await send("admin", "default-view", body);
      expect(reply.statusCode).toBe(404);
    }
  });

  it("names no column that its viewer does not see", async () => {
    const id = await save("manager", { shared: true });
    await database.kysely
      .updateTable("saved_searches")
      .set({
        params: "bidStatus=1&gone=1",
        layout: JSON.stringify({ ...layout, hidden: ["profit", "grade"] }),
      })
      .where("id", "=", id)
      .execute();
    const [shared] = await viewsOf("admin");
    expect(shared).toMatchObject({
      params: "bidStatus=1",
      layout: { hidden: ["grade"] },
    });
    const [own] = await viewsOf("manager");
    expect(own).toMatchObject({
      layout: { hidden: ["profit", "grade"] },
      dropped: [{ param: "gone", value: "1" }],
    });
  });
});

describe("a change of a saved view", () => {
  const viewerOf = async (account: Account): Promise<Viewer> => {
    const { cookies } = await signIn(server, account);
    const reply = await server.call({ url: "/api/user/view-profile", cookies });
    const { detail, permission } = reply.json<ViewProfileReply>();
    return { ...detail, permissions: permission };
  };

  /** Returns who learns of the changes that an action makes. */
  async function told(action: () => Promise<unknown>) {
    const after = await readLastNumber(database.kysely);
    await action();
    const upTo = await readLastNumber(database.kysely);
    const news = await searchNews(context).read({ after, upTo });
    const accounts = ["manager", "admin", "client"] as const;
    const viewers = await Promise.all(accounts.map(viewerOf));
    return accounts.filter((_account, place) => {
      const viewer = viewers[place];
      return viewer && news && eventsOf(news, viewer).length > 0;
    });
  }

  it("reaches its owner, and others while it is shared or stops being shared", async () => {
    let id = "";
    expect(await told(async () => (id = await save("manager")))).toEqual([
      "manager",
    ]);
    const share = (shared: boolean) => () =>
      send("manager", "update-search", { id, title: "Today", shared });
    expect(await told(share(true))).toEqual(["manager", "admin"]);
    expect(await told(share(false))).toEqual(["manager", "admin"]);
    const body = { type: view.type, id };
    expect(await told(() => send("manager", "default-view", body))).toEqual([
      "manager",
    ]);
    await share(true)();
    expect(await told(() => send("manager", "delete-search", { id }))).toEqual([
      "manager",
      "admin",
    ]);
  });

  it.skipIf(!hasPostgres).each([
    ["update-search", { title: "Mine" }],
    ["delete-search", {}],
  ])(
    "delays no follower while %s waits for the search for alerts",
    async (call, body) => {
      const id = await save("manager");
      const sweep = await database.kysely.startTransaction().execute();
      await sql`select from saved_searches for update`.execute(sweep);
      const reply = send("manager", call, { id, ...body });
      await untilBlocked(database);
      const { isWaiting } = await trackSettled(database)();
      await sweep.rollback().execute();
      expect((await reply).statusCode).toBe(200);
      expect(isWaiting).toBe(false);
    },
  );
});
