import type { GetCountryListReply } from "../../../generated/schemas";
import { describe, expect, it } from "vitest";
import { signIn, signInAnew, testApp, type Account } from "../../support/app";

const server = await testApp();

const profileOf = async (account: Account) =>
  (
    await server.call({
      url: "/api/user/view-profile",
      ...(await signIn(server, account)),
    })
  ).json<{
    detail: Record<string, unknown>;
    balanceInfo: Record<string, unknown>;
    permission: Record<string, boolean>;
  }>();

describe("view-profile", () => {
  it("shows a client profile, money and flags", async () => {
    const { detail, balanceInfo, permission } = await profileOf("client");
    expect(detail).toMatchObject({
      userId: server.ids["client@seriba.test"],
      userType: 2,
      language: null,
    });
    expect(detail.lastLogin).toBe("2026-11-20T10:42:00+09:00");
    expect(balanceInfo).toMatchObject({
      balance: 2_400_000,
      creditLimit: 3_000_000,
      dailyBidLimit: 10,
      dailyUssLimit: 5,
      activeBids: 0,
    });
    expect(permission).toMatchObject({
      carAuctionsView: true,
      biddingAllowed: true,
      managerBidForClient: false,
    });
  });

  it("returns the role ids of the demo accounts", async () => {
    expect((await profileOf("dealer")).detail.roleId).toBe(1092);
    expect((await profileOf("manager")).detail.userType).toBe(3);
    const admin = await profileOf("admin");
    expect(admin.detail).toMatchObject({ userType: 3, userLevel: 991 });
  });

  it("never allows a restricted account to bid", async () => {
    await server.context.database.kysely
      .updateTable("users")
      .set({ permissions: JSON.stringify({ biddingAllowed: true }) })
      .where("email_key", "=", "restricted@seriba.test")
      .execute();
    const { permission } = await profileOf("restricted");
    expect(permission.biddingAllowed).toBe(false);
  });

  it("lets a guest read lists and lots and do nothing else", async () => {
    const { kysely } = server.context.database;
    const account = kysely
      .updateTable("users")
      .where("email_key", "=", "dealer@seriba.test");
    await account.set({ user_level: 980 }).execute();
    const { permission } = await profileOf("dealer");
    const dealer = await signInAnew(server, "dealer");
    const refused = await Promise.all(
      [
        {
          path: "/user/save-search",
          payload: { title: "Mine", params: "maker=1", type: "auction" },
        },
        {
          path: "/favorite/add",
          payload: { group: "A", carId: "1", type: "auction" },
        },
        { path: "/lists/consignees", payload: { name: "Mine" } },
      ].map(({ path, payload }) =>
        server.call({
          method: "POST",
          url: `/api${path}`,
          payload,
          ...dealer,
        }),
      ),
    );
    expect(refused.map(({ statusCode }) => statusCode)).toEqual([
      403, 403, 403,
    ]);
    await account.set({ user_level: 1064 }).execute();
    const held = Object.keys(permission).filter((flag) => permission[flag]);
    expect(held.toSorted()).toEqual([
      "bikeView",
      "carAuctionsView",
      "onepriceView",
      "salesStatisticsView",
    ]);
  });

  it("gives an unknown role no rights", async () => {
    const { kysely } = server.context.database;
    const account = kysely
      .updateTable("users")
      .where("email_key", "=", "dealer@seriba.test");
    await account.set({ user_level: 4711 }).execute();
    const { permission } = await profileOf("dealer");
    await account.set({ user_level: 1064 }).execute();
    expect(Object.values(permission)).not.toContain(true);
  });
});

describe("update-setting", () => {
  const put = async (account: Account, payload: object) =>
    server.call({
      method: "PUT",
      url: "/api/user/update-setting",
      payload,
      ...(await signIn(server, account)),
    });

  it("saves the language of later error messages", async () => {
    const session = await signIn(server, "manager");
    await server.call({
      method: "PUT",
      url: "/api/user/update-setting",
      payload: { language: 693 },
      ...session,
    });
    const refused = await server.call({
      method: "PUT",
      url: "/api/user/update-setting",
      payload: { language: 1 },
      headers: { "accept-language": "en" },
      ...session,
    });
    expect(refused.json()).toMatchObject({
      errors: { language: ["Недопустимое значение"] },
    });
  });

  it("changes only the settings of the signed-in user", async () => {
    for (const field of ["userId", "roleId", "creditLimit", "balance"]) {
      const reply = await put("client", { bidEmailNotify: false, [field]: 1 });
      expect(reply.statusCode, field).toBe(400);
      expect(reply.json()).toMatchObject({
        errors: { [field]: ["Unknown field"] },
      });
    }
    const { detail } = await profileOf("client");
    expect(detail.bidEmailNotify).toBe(true);
    await put("client", { bidEmailNotify: false });
    expect((await profileOf("client")).detail.bidEmailNotify).toBe(false);
    expect((await profileOf("dealer")).detail.bidEmailNotify).toBe(true);
  });
});

describe("update-profile", () => {
  const own = {
    fullName: "Anna Petrova",
    mobile: "+7 (921) 555-12-34",
    city: "Vladivostok",
  };
  const put = async (
    account: Account,
    payload: object,
    headers: Record<string, string> = {},
  ) =>
    server.call({
      method: "PUT",
      url: "/api/user/update-profile",
      payload,
      headers,
      ...(await signIn(server, account)),
    });
  const tagOf = async (account: Account) =>
    `"${String((await profileOf(account)).detail.version)}"`;

  it("saves the user's own data and keeps fields that are not sent", async () => {
    const all = {
      ...own,
      countryId: 183,
      address: "Svetlanskaya 1",
      company: "Anna Trading",
      officePhone: "+7 423 222 33 44",
    };
    expect((await put("dealer", all)).json()).toEqual({ success: true });
    expect((await profileOf("dealer")).detail).toMatchObject(all);
    await put("dealer", { ...own, company: null });
    expect((await profileOf("dealer")).detail).toMatchObject({
      ...all,
      company: null,
    });
  });

  it("requires a name, a mobile phone and a city", async () => {
    const reply = await put("client", { fullName: " ", mobile: "" });
    expect(reply.statusCode).toBe(400);
    expect(Object.keys(reply.json<{ errors: object }>().errors).sort()).toEqual(
      ["city", "fullName", "mobile"],
    );
  });

  it("changes neither the e-mail nor a right", async () => {
    for (const field of ["email", "roleId", "userLevel", "creditLimit"]) {
      const reply = await put("client", { ...own, [field]: 1 });
      expect(reply.json()).toMatchObject({
        errors: { [field]: ["Unknown field"] },
      });
    }
  });

  it("refuses a country that does not exist", async () => {
    const reply = await put("client", { ...own, countryId: 99_999 });
    expect(reply.statusCode).toBe(422);
    expect(reply.json()).toMatchObject({
      errors: { countryId: [expect.any(String)] },
    });
  });

  it("refuses changes over data that are newer than those on screen", async () => {
    const seen = await tagOf("client");
    const first = { ...own, city: "Nakhodka" };
    await put("client", first, { "if-match": seen });
    const second = await put("client", own, { "if-match": seen });
    expect(second.statusCode).toBe(409);
    expect(second.json()).toMatchObject({ current: { city: "Nakhodka" } });
    expect((await profileOf("client")).detail.city).toBe("Nakhodka");
  });

  it("does not conflict with a change of settings", async () => {
    const seen = await tagOf("client");
    await server.call({
      method: "PUT",
      url: "/api/user/update-setting",
      payload: { language: 692 },
      ...(await signIn(server, "client")),
    });
    const reply = await put("client", own, { "if-match": seen });
    expect(reply.statusCode).toBe(200);
  });

  it("does not conflict with a manager's note about the client", async () => {
    const manager = await signIn(server, "manager");
    const url = `/api/clients/${server.ids["client@seriba.test"] ?? ""}`;
    const lists = `/api/lists/clients/${server.ids["client@seriba.test"] ?? ""}`;
    const opened = await server.call({ url: lists, ...manager });
    expect(opened.statusCode).toBe(200);
    await put("client", { ...own, city: "Ussuriysk" });
    const noted = await server.call({
      method: "PUT",
      url,
      payload: { note: "Pays on time" },
      ...manager,
      headers: { "if-match": String(opened.headers.etag) },
    });
    expect(noted.statusCode).toBe(200);
    expect(noted.json()).toMatchObject({
      detail: { note: "Pays on time", city: "Ussuriysk" },
    });
  });
});

describe("site", () => {
  it("offers the sale days of Japan's calendar, Sundays left out", async () => {
    const reply = await server.call({ url: "/api/site/week-days" });
    const { dayList } = reply.json<{
      dayList: { value: string; weekday: number; today: boolean }[];
    }>();
    expect(dayList[0]).toMatchObject({ value: "2026-11-16", weekday: 1 });
    expect(dayList.find(({ today }) => today)?.value).toBe("2026-11-20");
    expect(dayList.map(({ weekday }) => weekday)).not.toContain(7);
  });

  it("lists each language in its own words", async () => {
    const reply = await server.call({ url: "/api/site/get-language" });
    expect(reply.json()).toEqual([
      { value: 692, label: "English" },
      { value: 693, label: "Русский" },
    ]);
  });

  it("lists the countries by their names in the reader's language", async () => {
    const listFor = async (language: string) => {
      const reply = await server.call({
        url: "/api/site/get-country-list",
        headers: { "accept-language": language },
      });
      return reply.json<GetCountryListReply>();
    };
    const russian = await listFor("ru");
    expect(russian).toContainEqual({ value: 183, label: "Россия" });
    expect(russian[0]?.label).toBe("Австралия");
    const english = await listFor("en");
    expect(english).toContainEqual({ value: 183, label: "Russia" });
    expect(english[0]?.label).toBe("Afghanistan");
    expect(new Set(english.map(({ value }) => value)).size).toBe(249);
  });

  it("requires a session for the menu counters", async () => {
    const url = "/api/site/menu-counters";
    expect((await server.call({ url })).statusCode).toBe(401);
    const reply = await server.call({
      url,
      ...(await signIn(server, "manager")),
    });
    expect(reply.json()).toMatchObject({ success: true, bid: 0 });
  });
});
