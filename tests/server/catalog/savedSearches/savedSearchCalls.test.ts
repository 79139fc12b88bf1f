import { beforeEach, describe, expect, it } from "vitest";
import { countSearchesUsing } from "../../../../server/catalog";
import { signIn, testApp, type Account } from "../../../support/app";

const server = await testApp();
const { kysely } = server.context.database;

type Item = { id: string; title: string; params: string; createdAt: string };

const post = async (account: Account, call: string, payload: object) =>
  server.call({
    method: "POST",
    url: `/api/user/${call}-search`,
    payload,
    ...(await signIn(server, account)),
  });

const save = (account: Account, more: object = {}) =>
  post(account, "save", {
    title: "Prius",
    params: "maker=1&year=2015,2020&sort=year&order=DESC",
    type: "auction",
    ...more,
  });

const idOf = async (reply: ReturnType<typeof save>) =>
  (await reply).json<{ id: string }>().id;

async function searchesOf(account: Account, type = "auction") {
  const session = await signIn(server, account);
  const url = `/api/user/my-search?type=${type}`;
  const reply = await server.call({ url, ...session });
  return reply.json<{ items: Item[]; counter: number }>();
}

async function menuCounter(account: Account) {
  const session = await signIn(server, account);
  const url = "/api/site/menu-counters";
  return (await server.call({ url, ...session })).json<{ search: number }>()
    .search;
}

beforeEach(async () => {
  await kysely.deleteFrom("saved_searches").execute();
});

describe("saved searches", () => {
  it("are listed for their user only, newest first", async () => {
    const id = await idOf(save("client"));
    server.wait(1000);
    await save("client", { title: "  All of 2020 ", params: "year=2020,2020" });
    const { items, counter } = await searchesOf("client");
    expect(counter).toBe(2);
    expect(items.map(({ title }) => title)).toEqual(["All of 2020", "Prius"]);
    expect(items[1]).toMatchObject({
      id,
      type: "auction",
      params: "maker=1&year=2015,2020&sort=year&order=DESC",
      createdAt: "2026-11-20T10:42:00+09:00",
    });
    expect(await searchesOf("dealer")).toEqual({
      success: true,
      items: [],
      counter: 0,
    });
  });

  it("belong to one list: searches of bids and cars are separate", async () => {
    const bids = { type: "my-bids", params: "bidStatus=1" };
    expect((await save("client", bids)).statusCode).toBe(200);
    expect((await searchesOf("client")).items).toEqual([]);
    expect((await searchesOf("client", "my-bids")).counter).toBe(1);
  });

  it("contain the names of their dictionary ids", async () => {
    await kysely
      .insertInto("terms")
      .values([
        { kind: "maker", id: 901, name: "TOYOTA" },
        { kind: "model", id: 902, parent_id: 901, name: "PRIUS" },
      ])
      .execute();
    await save("client", { params: "maker=901&model=902,903&status=4532" });
    expect((await searchesOf("client")).items).toMatchObject([
      { names: { maker: { "901": "TOYOTA" }, model: { "902": "PRIUS" } } },
    ]);
  });

  it("are saved without the page", async () => {
    await save("client", { params: "?page=3&maker=1&pageSize=50" });
    const { items } = await searchesOf("client");
    expect(items).toMatchObject([{ params: "maker=1" }]);
  });

  it("keep their criteria when they are renamed", async () => {
    const id = await idOf(save("client"));
    const title = " Prius for Anna ";
    const renamed = await post("client", "update", { id, title });
    expect(renamed.json()).toEqual({ success: true });
    expect((await searchesOf("client")).items).toMatchObject([
      {
        title: "Prius for Anna",
        params: "maker=1&year=2015,2020&sort=year&order=DESC",
      },
    ]);
  });

  it("can be deleted once", async () => {
    const id = await idOf(save("client"));
    expect((await post("client", "delete", { id })).statusCode).toBe(200);
    expect((await searchesOf("client")).items).toEqual([]);
    expect((await post("client", "delete", { id })).statusCode).toBe(404);
  });

  it("are saved once when the call is repeated", async () => {
    const id = await idOf(save("client"));
    expect(await idOf(save("client"))).toBe(id);
    expect((await searchesOf("client")).counter).toBe(1);
  });

  it("are counted for the menu over all lists", async () => {
    expect(await menuCounter("client")).toBe(0);
    await save("client");
    await save("client", { type: "my-bids", params: "" });
    expect(await menuCounter("client")).toBe(2);
    expect(await menuCounter("dealer")).toBe(0);
  });

  it("are limited to ten per user and type", async () => {
    for (let number = 1; number <= 10; number += 1)
      expect((await save("client", { title: `${number}` })).statusCode).toBe(
        200,
      );
    const refused = await save("client", { title: "11" });
    expect(refused.statusCode).toBe(422);
    expect(refused.json()).toMatchObject({ messageCode: "saved_limit" });
    expect((await save("client", { title: "7" })).statusCode).toBe(200);
    const bids = await save("client", { type: "my-bids", params: "" });
    expect(bids.statusCode).toBe(200);
    expect((await save("manager")).statusCode).toBe(200);
  });
});

describe("an invalid search", () => {
  it.each([
    ["a filter that the list does not have", { params: "colour=3" }],
    ["a value that stands for nothing", { params: "year=2020,2015" }],
    ["a model without its maker", { params: "model=7" }],
    ["a sort that the list does not have", { params: "sort=grade" }],
    ["a parameter twice", { params: "maker=1&maker=2" }],
    ["a control character", { params: "search=lot_no-%00" }],
    ["a list that is not there", { type: "yachts" }],
    ["a list of others", { type: "bid-manager", params: "" }],
    ["a blank title", { title: " \t " }],
    ["a title of two lines", { title: "one\ntwo" }],
    ["a title that is too long", { title: "a".repeat(101) }],
  ])("%s is rejected with its field", async (_what, more) => {
    const reply = await save("client", more);
    expect(reply.statusCode).toBe(422);
    const { errors } = reply.json<{ errors: Record<string, string[]> }>();
    expect(Object.keys(errors)).toHaveLength(1);
    expect(Object.keys(more)).toContain(Object.keys(errors)[0]);
    expect((await searchesOf("client")).items).toEqual([]);
  });

  it("is rejected with the parameters that the list does not accept", async () => {
    const reply = await save("client", { params: "maker=1&colour=3" });
    expect(reply.json()).toMatchObject({
      errors: { params: ["This list does not support: colour=3"] },
    });
  });

  it.each([
    ["without a title", { title: undefined }],
    ["with params that are no text", { params: { maker: "1" } }],
    ["with somebody's id", { userId: "1" }],
  ])("%s is rejected as malformed", async (_what, more) => {
    expect((await save("client", more)).statusCode).toBe(400);
  });
});

describe("the searches of other users", () => {
  it("get not_found for renaming and deleting, like unknown ids", async () => {
    const id = await idOf(save("client"));
    for (const call of ["update", "delete"])
      for (const wanted of [id, "999999"]) {
        const title = call === "update" ? { title: "Mine" } : {};
        const reply = await post("dealer", call, { id: wanted, ...title });
        expect(reply.statusCode).toBe(404);
        expect(reply.json()).toMatchObject({ messageCode: "not_found" });
      }
    expect((await searchesOf("client")).items).toMatchObject([
      { title: "Prius" },
    ]);
  });

  it("require a session", async () => {
    const url = "/api/user/my-search?type=auction";
    expect((await server.call({ url })).statusCode).toBe(401);
  });
});

describe("the use of a list's parameters", () => {
  it("counts searches and users, separately for each sort", async () => {
    await save("client");
    await save("client", { title: "Any", params: "maker=2&sort=mileage" });
    await save("dealer", { params: "maker=3" });
    await save("client", { type: "my-bids", params: "bidStatus=1" });
    const count = (params: string[], sorts: string[] = [], type = "auction") =>
      countSearchesUsing(server.context.database, { type, params, sorts });
    expect(await count(["maker"])).toEqual({ searches: 3, users: 2 });
    expect(await count(["year"])).toEqual({ searches: 1, users: 1 });
    expect(await count([], ["year"])).toEqual({ searches: 1, users: 1 });
    expect(await count(["maker"], ["mileage"])).toEqual({
      searches: 3,
      users: 2,
    });
    const unused = { searches: 0, users: 0 };
    expect(await count(["bidStatus"])).toEqual(unused);
    expect(await count([])).toEqual(unused);
    expect(await count(["maker"], [], "my-bids")).toEqual(unused);
  });
});
