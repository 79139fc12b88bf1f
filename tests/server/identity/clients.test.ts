import { describe, expect, it } from "vitest";
import type {
  Option,
  SaveClientReply,
  SaveUserReply,
} from "../../../generated/schemas";
import { signIn, testApp } from "../../support/app";

const test = await testApp();
const { kysely } = test.context.database;
const manager = await signIn(test, "manager");
const clientId = test.ids["client@seriba.test"] ?? "";
const managerId = test.ids["manager@seriba.test"] ?? "";

const read = (id: string, { cookies } = manager) =>
  test.call({ url: `/api/clients/${id}`, cookies });
const save = (id: string, payload: object, version: number) =>
  test.call({
    method: "PUT",
    url: `/api/clients/${id}`,
    payload,
    headers: { "if-match": `"${version}"` },
    cookies: manager.cookies,
  });
const list = async (query = "") => {
  const reply = await test.call({
    url: `/api/clients?${query}`,
    cookies: manager.cookies,
  });
  return reply.json<{ rows: { id: string; name: string }[] }>().rows;
};

describe("the list of clients", () => {
  it("has clients and dealers only", async () => {
    const ids = (await list()).map(({ id }) => id);
    expect(ids).toContain(clientId);
    expect(ids).toContain(test.ids["dealer@seriba.test"]);
    expect(ids).not.toContain(managerId);
  });

  it("filters by country, whose names are in the reader's language", async () => {
    const found = await list("country=KZ");
    expect(found.map(({ name }) => name)).toEqual(["Timur Akhmetov"]);
    const reply = await test.call({
      url: "/api/clients/filters",
      headers: { "accept-language": "ru" },
      cookies: manager.cookies,
    });
    const { country } = reply.json<{ country: Option[] }>();
    expect(country).toContainEqual({
      value: "KZ",
      label: "Казахстан",
      counter: 1,
    });
  });

  it("is for managers", async () => {
    for (const who of ["client", "dealer"] as const) {
      const { cookies } = await signIn(test, who);
      const { statusCode } = await read(clientId, { ...manager, cookies });
      expect(statusCode).toBe(403);
    }
  });

  it("allows no bid without a positive balance, however high the credit", async () => {
    const poorId = test.ids["restricted@seriba.test"] ?? "";
    await kysely
      .updateTable("accounts")
      .set({ credit_limit: 500_000 })
      .where("user_id", "=", poorId)
      .execute();
    const { detail } = (await read(poorId)).json<SaveClientReply>();
    expect(detail).toMatchObject({
      balance: 0,
      creditLimit: 500_000,
      bidAllow: 0,
    });
  });

  it("has the sums of ledger and holds, and the allowed bid", async () => {
    const { detail } = (await read(clientId)).json<SaveClientReply>();
    const { balance = 0, creditLimit, activeBids = 0, bidAllow } = detail;
    expect(bidAllow).toBe(
      Math.max(0, balance + (creditLimit ?? 0) - activeBids),
    );
    await kysely
      .insertInto("account_holds")
      .values({
        user_id: clientId,
        bid_id: "900000001",
        amount: 50_000,
        opened_at: test.context.clock.now(),
      })
      .execute();
    const after = (await read(clientId)).json<SaveClientReply>().detail;
    expect(after.activeBids).toBe(activeBids + 50_000);
    expect(after.bidAllow).toBe((bidAllow ?? 0) - 50_000);
  });
});

describe("a client", () => {
  it("gets a note and a number, and a later note based on an older row is refused", async () => {
    const { version } = (await read(clientId)).json<SaveClientReply>();
    const noted = { note: " Pays late ", jasClientId: "J-17" };
    const saved = await save(clientId, noted, version);
    expect(saved.json()).toMatchObject({
      version: version + 1,
      detail: { note: "Pays late", jasClientId: "J-17", carDealer: false },
    });
    const dealer = await read(test.ids["dealer@seriba.test"] ?? "");
    expect(dealer.json()).toMatchObject({ detail: { carDealer: true } });
    const late = await save(clientId, { note: "Pays early" }, version);
    expect(late.statusCode).toBe(409);
    expect(late.json()).toMatchObject({ current: { note: "Pays late" } });
    const found = await list("searchField=number&searchText=J-1");
    expect(found.map(({ id }) => id)).toEqual([clientId]);
    const kept = await save(clientId, {}, version + 1);
    expect(kept.json()).toMatchObject({
      detail: { note: "Pays late", jasClientId: "J-17" },
    });
    const cleared = await save(clientId, { note: null }, version + 2);
    expect(cleared.json()).toMatchObject({ detail: { note: null } });
  });

  it("who is a manager, or unknown, is not found", async () => {
    for (const id of [managerId, "999999"]) {
      expect((await read(id)).statusCode).toBe(404);
      expect((await save(id, { note: "x" }, 1)).statusCode).toBe(404);
    }
  });
});

it("a change by an administrator keeps what the body does not contain, and empties what is null", async () => {
  const admin = await signIn(test, "admin");
  const user = await test.call({
    url: `/api/users/${clientId}`,
    ...admin,
  });
  const all = {
    company: "Costa Motors",
    city: "Porto",
    country: "PT",
    address: "Rua 1",
    mobile: "+351 1",
    officePhone: "+351 2",
    language: 693,
    managerEmail: "manager@seriba.test",
    dealerEmail: "dealer@seriba.test",
    creditLimit: 2_000_000,
    dailyBidLimit: 7,
    dailyUssLimit: 3,
    allowedFlags: ["adjustmentPriceShow"],
    deniedFlags: ["shareCar"],
  };
  const put = async ({ detail, version }: SaveUserReply, fields: object) => {
    const { fullName, email, role, level } = detail;
    const reply = await test.call({
      method: "PUT",
      url: `/api/users/${detail.id}`,
      payload: { fullName, email, role, level, ...fields },
      headers: { "if-match": `"${version}"` },
      ...admin,
    });
    expect(reply.statusCode).toBe(200);
    return reply.json<SaveUserReply>();
  };
  const filled = await put(user.json<SaveUserReply>(), all);
  expect(filled.detail).toMatchObject(all);
  const renamed = await put(filled, { fullName: "Maria Silva" });
  expect(renamed.detail).toMatchObject({ ...all, fullName: "Maria Silva" });
  const emptied = await put(renamed, {
    company: null,
    country: null,
    dealerEmail: null,
    creditLimit: null,
    deniedFlags: [],
  });
  expect(emptied.detail).toMatchObject({
    ...all,
    fullName: "Maria Silva",
    company: null,
    country: null,
    dealerEmail: null,
    creditLimit: 0,
    deniedFlags: [],
  });
});
