import { describe, expect, it } from "vitest";
import { signIn, testApp, type Account } from "../../support/app";

const server = await testApp();

const put = async (account: Account, payload: object) =>
  server.call({
    method: "PUT",
    url: "/api/user/preferences",
    payload,
    ...(await signIn(server, account)),
  });

const preferencesOf = async (account: Account) =>
  (
    await server.call({
      url: "/api/user/preferences",
      ...(await signIn(server, account)),
    })
  ).json<{ preferences: { key: string; value: unknown }[] }>().preferences;

describe("preferences", () => {
  it("are returned to their user only", async () => {
    const value = { view: "card", grid: { hidden: { lot: false } } };
    const saved = await put("client", { key: "car-auction.list", value });
    expect(saved.json()).toEqual({ success: true });
    expect(await preferencesOf("client")).toEqual([
      {
        key: "car-auction.list",
        value,
        updatedAt: expect.stringMatching(/\+09:00$/) as unknown,
      },
    ]);
    expect(await preferencesOf("dealer")).toEqual([]);
  });

  it("store the last value of a key", async () => {
    await put("dealer", { key: "my-bids.list", value: { pageSize: 20 } });
    await put("dealer", { key: "my-bids.list", value: { pageSize: 50 } });
    expect(await preferencesOf("dealer")).toMatchObject([
      { value: { pageSize: 50 } },
    ]);
  });

  it("require a session", async () => {
    const reply = await server.call({ url: "/api/user/preferences" });
    expect(reply.statusCode).toBe(401);
  });

  it.each([
    ["a key of other characters", { key: "Car Auction", value: {} }],
    ["a key that is too long", { key: "a".repeat(81), value: {} }],
    ["a value that is not an object", { key: "a", value: "card" }],
    ["a user id", { key: "a", value: {}, userId: "1" }],
  ])("reject %s", async (_what, payload) => {
    expect((await put("manager", payload)).statusCode).toBe(400);
    expect(await preferencesOf("manager")).toEqual([]);
  });

  it("reject a value that is too large", async () => {
    const value = { text: "a".repeat(8000) };
    const reply = await put("manager", { key: "a", value });
    expect(reply.statusCode).toBe(413);
  });

  it("are limited to 100 for a user, who can still change their values", async () => {
    const session = await signIn(server, "restricted");
    const save = (key: string) =>
      server.call({
        method: "PUT",
        url: "/api/user/preferences",
        payload: { key, value: {} },
        ...session,
      });
    for (let number = 1; number <= 100; number += 1)
      expect((await save(`key-${number}`)).statusCode).toBe(200);
    const refused = await save("key-101");
    expect(refused.statusCode).toBe(422);
    expect(refused.json()).toMatchObject({ messageCode: "invalid_choice" });
    expect((await save("key-7")).statusCode).toBe(200);
  });
});
