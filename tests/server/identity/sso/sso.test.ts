import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { cookiesOf, testApp } from "../../../support/app";
import {
  beginCeremony,
  codeNow,
  enterPassword,
  outcomeOf,
  send,
  setPassword,
  setUpApp,
  type Cookies,
} from "../factors/support";
import { client, startProvider, type Person } from "./provider";

const provider = await startProvider("http://localhost/sso");
afterAll(() => provider.close());

const settings = {
  SSO_ISSUER: provider.issuer,
  SSO_CLIENT_ID: client.id,
  SSO_CLIENT_SECRET: client.secret,
  SSO_SCOPE: "openid email profile groups",
};

const clientEmail = "client@seriba.test";
const managerEmail = "manager@seriba.test";
const adminEmail = "admin@seriba.test";

/** Starts a server with the settings, whose accounts have a private password. */
async function portal(environment: Record<string, string> = {}) {
  const server = await testApp({
    environment: { ...settings, ...environment },
  });
  const { kysely } = server.context.database;
  for (const email of [clientEmail, managerEmail, adminEmail])
    await setPassword(server, email);
  const begin = (path = "/auth/sso", cookies: Cookies = {}) =>
    send(server, "POST", path, undefined, { cookies });
  const end = (query: string, cookies: Cookies) =>
    send(server, "POST", "/auth/sso-end", { query }, { cookies });
  /** Logs the person in at the provider and returns the portal's reply. */
  const logIn = async (
    person: Person,
    path?: string,
    cookies: Cookies = {},
  ) => {
    provider.person = person;
    const begun = await begin(path, cookies);
    expect(outcomeOf(begun)).toBe("ok");
    const { address } = begun.json<{ address: string }>();
    const query = await provider.visit(address);
    return end(query, { ...cookies, ...cookiesOf(begun) });
  };
  const profile = async (cookies: Cookies) => {
    const url = "/api/user/view-profile";
    const reply = await server.call({ url, cookies });
    return reply.json<{
      detail?: {
        userId: string;
        email: string;
        userType: number;
        roleId: number;
      };
    }>().detail;
  };
  return {
    server,
    kysely,
    begin,
    end,
    logIn,
    profile,
    /** Connects an account by a login with its password. */
    connect: async (person: Person, email: string) => {
      const unknown = await logIn(person);
      expect(unknown.json()).toMatchObject({ outcome: "unknown" });
      const cookies = cookiesOf(unknown);
      const connect = true;
      const reply = await enterPassword(server, email, { cookies, connect });
      expect(outcomeOf(reply)).toBe("ok");
      return cookiesOf(reply);
    },
    identities: () => kysely.selectFrom("sso_identities").selectAll().execute(),
    mails: async () =>
      (await kysely.selectFrom("outbox").select("data").execute()).map(
        ({ data }) => data.change,
      ),
    /** Forgets connected persons and attempts, a minute later. */
    renew: async () => {
      server.wait(60_000);
      for (const table of [
        "sso_identities",
        "sso_requests",
        "throttles",
        "outbox",
        "totp_factors",
      ] as const)
        await kysely.deleteFrom(table).execute();
    },
  };
}

const plain = await portal();
const grouped = await portal({
  SSO_ROLES: "portal admins=admin, sales = manager,partners=dealer",
  REQUIRE_FACTOR: "managers",
});
const strict = await portal({ SSO_REQUIRED: "managers" });

const verified = (email: string) => ({ email, email_verified: true });

const anna: Person = {
  sub: "anna-1",
  email: clientEmail,
  email_verified: true,
  name: "Anna",
};

describe("single sign-on without roles", () => {
  const test = plain;
  beforeEach(() => test.renew());

  it("never finds an account by an e-mail: the owner connects it by the password", async () => {
    const unknown = await test.logIn(anna);
    expect(unknown.json()).toEqual({ success: true, outcome: "unknown" });
    expect(await test.profile(cookiesOf(unknown))).toBeUndefined();
    expect(await test.identities()).toEqual([]);
    const wrong = await send(
      test.server,
      "POST",
      "/auth",
      { email: clientEmail, password: "wrong password", connect: true },
      { cookies: cookiesOf(unknown) },
    );
    expect(outcomeOf(wrong)).toBe("invalid_credentials");
    expect(await test.identities()).toEqual([]);
    const cookies = cookiesOf(unknown);
    const connected = await enterPassword(test.server, clientEmail, {
      cookies,
      connect: true,
    });
    expect(outcomeOf(connected)).toBe("ok");
    expect(await test.identities()).toMatchObject([
      { issuer: provider.issuer, subject: "anna-1" },
    ]);
    expect(await test.mails()).toContain("ssoConnected");
    const entered = await test.logIn(anna);
    expect(entered.json()).toEqual({ success: true, outcome: "signed-in" });
    const own = await test.profile(cookiesOf(entered));
    expect(own?.email).toBe(clientEmail);
  });

  it("is the person of issuer and subject, whatever the e-mail says later", async () => {
    await test.connect(anna, clientEmail);
    const moved = await test.logIn({ ...anna, email: managerEmail });
    expect((await test.profile(cookiesOf(moved)))?.email).toBe(clientEmail);
    const other = await test.logIn({ ...anna, sub: "anna-2" });
    expect(other.json()).toMatchObject({ outcome: "unknown" });
  });

  it("connects an account with a second factor only after the factor", async () => {
    const first = cookiesOf(await enterPassword(test.server, clientEmail));
    const { secret } = await setUpApp(test.server, first);
    test.server.wait(30_000);
    const waiting = cookiesOf(await test.logIn(anna));
    const ceremony = await beginCeremony(test.server, clientEmail, {
      cookies: waiting,
      connect: true,
    });
    expect(await test.identities()).toEqual([]);
    const proved = await send(
      test.server,
      "POST",
      "/auth/factor",
      { code: codeNow(test.server, secret), connect: true },
      { cookies: { ...waiting, ...ceremony } },
    );
    expect(outcomeOf(proved)).toBe("ok");
    expect(await test.identities()).toHaveLength(1);
  });

  it("connects only a login that asks for it, after the page has named the person", async () => {
    const cookies = cookiesOf(await test.logIn(anna));
    const named = await test.server.call({
      url: "/api/auth/sso-waiting",
      cookies,
    });
    expect(named.json()).toEqual({
      success: true,
      person: `Anna, ${clientEmail}`,
    });
    const plainLogin = await enterPassword(test.server, clientEmail, {
      cookies,
    });
    expect(outcomeOf(plainLogin)).toBe("ok");
    expect(await test.identities()).toEqual([]);
    const connect = true;
    await enterPassword(test.server, clientEmail, { cookies, connect });
    expect(await test.identities()).toHaveLength(1);
    const event = await test.kysely
      .selectFrom("security_events")
      .where("event", "=", "factor-added")
      .where("detail", "=", "single sign-on")
      .select("user_id")
      .orderBy("id", "desc")
      .executeTakeFirst();
    expect(event?.user_id).toBe(test.server.ids[clientEmail]);
    const gone = await test.server.call({
      url: "/api/auth/sso-waiting",
      cookies,
    });
    expect(gone.json()).toEqual({ success: true, person: null });
  });

  it("lets a user log in whose account cannot be connected to the person", async () => {
    const waiting = cookiesOf(await test.logIn(anna));
    await test.connect(anna, clientEmail);
    const entered = await enterPassword(test.server, managerEmail, {
      cookies: waiting,
      connect: true,
    });
    expect(outcomeOf(entered)).toBe("ok");
    expect(await test.identities()).toHaveLength(1);
  });

  it("keeps its cookie to this host on https", async () => {
    const secure = await portal({ PUBLIC_URL: "https://bids.example.com" });
    const begun = await secure.server.app.inject({
      method: "POST",
      url: "/api/auth/sso",
    });
    expect(begun.cookies).toMatchObject([
      { name: "__Host-seriba-sso", path: "/", secure: true },
    ]);
    expect(begun.cookies[0]).not.toHaveProperty("domain");
    const secret = begun.cookies[0]?.value ?? "";
    const planted = await secure.server.app.inject({
      method: "POST",
      url: "/api/auth/sso-end",
      payload: { query: "?error=access_denied" },
      cookies: { "seriba-sso": secret },
    });
    expect(outcomeOf(planted)).toBe("sign_in_expired");
  });

  it("counts only persons of the present provider", async () => {
    const { kysely, server } = test;
    await kysely
      .insertInto("sso_identities")
      .values({
        user_id: server.ids[clientEmail] ?? "",
        issuer: "https://former.example.com",
        subject: "anna-1",
        created_at: server.context.clock.now(),
      })
      .execute();
    const cookies = cookiesOf(await enterPassword(server, clientEmail));
    const own = await send(server, "GET", "/user/security", undefined, {
      cookies,
    });
    expect(own.json()).toMatchObject({ sso: { isConnected: false } });
  });

  it("does not connect two accounts to a person", async () => {
    await test.connect(anna, clientEmail);
    const cookies = cookiesOf(await enterPassword(test.server, managerEmail));
    const refused = await test.logIn(anna, "/user/sso", cookies);
    expect(outcomeOf(refused)).toBe("sso_refused");
    expect(await test.identities()).toHaveLength(1);
  });

  it("uses each request once, also in parallel, and only in the browser that began it", async () => {
    await test.connect(anna, clientEmail);
    const begun = await test.begin();
    const { address } = begun.json<{ address: string }>();
    const query = await provider.visit(address);
    const foreign = cookiesOf(await test.begin());
    expect(outcomeOf(await test.end(query, {}))).toBe("sign_in_expired");
    expect(outcomeOf(await test.end(query, foreign))).toBe("sso_refused");
    const cookies = cookiesOf(begun);
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => test.end(query, cookies)),
    );
    expect(replies.map(outcomeOf).sort()).toEqual([
      "ok",
      ...Array.from({ length: 4 }, () => "sign_in_expired"),
    ]);
  });

  it("ends ten minutes after it began", async () => {
    await test.connect(anna, clientEmail);
    const begun = await test.begin();
    const query = await provider.visit(
      begun.json<{ address: string }>().address,
    );
    test.server.wait(10 * 60_000);
    expect(outcomeOf(await test.end(query, cookiesOf(begun)))).toBe(
      "sign_in_expired",
    );
  });

  it("says that the person stopped at the provider", async () => {
    const cookies = cookiesOf(await test.begin());
    const reply = await test.end("?error=access_denied", cookies);
    expect(outcomeOf(reply)).toBe("sso_refused");
    expect(test.server.logged()).not.toContain(client.secret);
  });

  it("is refused to a disabled user", async () => {
    await test.connect(anna, clientEmail);
    const level = (user_level: number) =>
      test.kysely
        .updateTable("users")
        .set({ user_level })
        .where("email_key", "=", clientEmail)
        .execute();
    await level(982);
    expect(outcomeOf(await test.logIn(anna))).toBe("invalid_user");
    await level(1064);
  });

  it("proves the user of a session again, and nobody else", async () => {
    const cookies = await test.connect(anna, clientEmail);
    test.server.wait(12 * 60_000);
    const disconnect = () =>
      send(test.server, "DELETE", "/user/sso", undefined, { cookies });
    expect(outcomeOf(await disconnect())).toBe("step_up_required");
    const methods = await send(test.server, "GET", "/user/step-up", undefined, {
      cookies,
    });
    expect(methods.json()).toMatchObject({ methods: ["password", "sso"] });
    const path = "/auth/sso-proof";
    const other = await test.logIn({ sub: "boris" }, path, cookies);
    expect(outcomeOf(other)).toBe("sso_refused");
    const proved = await test.logIn(anna, path, cookies);
    expect(proved.json()).toEqual({ success: true, outcome: "proved" });
    expect(outcomeOf(await disconnect())).toBe("ok");
    expect(await test.identities()).toEqual([]);
    expect(await test.mails()).toContain("ssoDisconnected");
  });
});

describe("single sign-on with roles of groups", () => {
  const test = grouped;
  beforeEach(() => test.renew());
  const rank = async (sub: string) => {
    const user = await test.kysely
      .selectFrom("users")
      .innerJoin("sso_identities", "sso_identities.user_id", "users.id")
      .where("sso_identities.subject", "=", sub)
      .select(["user_type", "user_level", "role_id"])
      .executeTakeFirst();
    return user && [user.user_type, user.user_level, user.role_id];
  };

  it("opens an account with the role of the first entry that the groups match", async () => {
    const person = {
      sub: "olga",
      email: "olga@example.com",
      email_verified: true,
      name: "Olga Sato",
      groups: ["partners", "sales"],
    };
    const reply = await test.logIn(person);
    expect(reply.json()).toMatchObject({ outcome: "signed-in" });
    expect(await rank("olga")).toEqual([3, 1064, 0]);
    // The provider demands factors by rules of its own.
    const clients = await test.server.call({
      url: "/api/clients",
      cookies: cookiesOf(reply),
    });
    expect(clients.statusCode).toBe(200);
  });

  it("takes a single group, and a confirmation, as text", async () => {
    const reply = await test.logIn({
      sub: "nina",
      email: "nina@example.com",
      email_verified: "true",
      name: "N".repeat(500),
      groups: "partners",
    });
    expect(reply.json()).toMatchObject({ outcome: "signed-in" });
    expect(await rank("nina")).toEqual([2, 1064, 1092]);
  });

  it("keeps the level of a troublesome dealer whose group changes", async () => {
    const person = { sub: "oleg", ...verified("oleg@example.com") };
    await test.logIn({ ...person, groups: ["partners"] });
    await test.kysely
      .updateTable("users")
      .set({ user_level: 1065, role_id: 1064 })
      .where("email_key", "=", person.email)
      .execute();
    await test.logIn({ ...person, groups: ["partners"] });
    expect(await rank("oleg")).toEqual([2, 1065, 1092]);
  });

  it("changes the role at the next login, which ends the other sessions", async () => {
    const person = { sub: "pavel", ...verified("pavel@example.com") };
    const before = await test.logIn({ ...person, groups: ["sales"] });
    const after = await test.logIn({ ...person, groups: ["partners"] });
    expect(await rank("pavel")).toEqual([2, 1064, 1092]);
    test.server.wait(1_000);
    expect(await test.profile(cookiesOf(before))).toBeUndefined();
    expect((await test.profile(cookiesOf(after)))?.roleId).toBe(1092);
  });

  it("refuses a person without such a group, also one who is connected", async () => {
    const person = { sub: "ivan", ...verified("ivan@example.com") };
    await test.logIn({ ...person, groups: ["sales"] });
    const refused = await test.logIn({ ...person, groups: ["others"] });
    expect(outcomeOf(refused)).toBe("sso_no_role");
  });

  it("opens no account for an e-mail that an account has, or that is not confirmed", async () => {
    const groups = ["portal admins"];
    const taken = { sub: "eve", ...verified(adminEmail), groups };
    const kim = { sub: "kim", email: "kim@example.com", groups };
    const invalid = { sub: "lee", ...verified("lee"), groups };
    const long = verified(`${"x".repeat(250)}@example.com`);
    for (const person of [
      taken,
      kim,
      { ...kim, email_verified: false },
      { ...kim, email_verified: "no" },
      invalid,
      { sub: "max", ...long, groups },
    ])
      expect((await test.logIn(person)).json(), person.email).toMatchObject({
        outcome: "unknown",
      });
    expect(await test.identities()).toEqual([]);
  });
});

describe("required single sign-on", () => {
  const test = strict;
  beforeEach(() => test.renew());
  const byPassword = async (email: string) =>
    outcomeOf(await enterPassword(test.server, email));

  it("refuses the passwords of managers, and not those of clients", async () => {
    expect(await byPassword(managerEmail)).toBe("sso_required");
    expect(await byPassword(clientEmail)).toBe("ok");
  });

  it("lets a manager connect the account once by the password", async () => {
    const person = { sub: "manager-1" };
    await test.connect(person, managerEmail);
    expect(await byPassword(managerEmail)).toBe("sso_required");
    const entered = await test.logIn(person);
    const cookies = cookiesOf(entered);
    expect((await test.profile(cookies))?.email).toBe(managerEmail);
    const own = await send(test.server, "GET", "/user/security", undefined, {
      cookies,
    });
    expect(own.json()).toMatchObject({
      sso: { name: "SSO", isConnected: true, isDemanded: true },
    });
    const refused = await send(test.server, "DELETE", "/user/sso", undefined, {
      cookies,
    });
    expect(outcomeOf(refused)).toBe("sso_required");
  });

  it("keeps the password of an administrator who is not connected", async () => {
    expect(await byPassword(adminEmail)).toBe("ok");
    await test.connect({ sub: "admin-1" }, adminEmail);
    expect(await byPassword(adminEmail)).toBe("sso_required");
  });
});

describe("a provider that cannot be reached", () => {
  it("answers that the login service does not respond, and is tried again", async () => {
    const stopped = await startProvider("http://localhost/sso");
    await stopped.close();
    const test = await portal({ SSO_ISSUER: stopped.issuer });
    expect(outcomeOf(await test.begin())).toBe("sso_unavailable");
    expect(outcomeOf(await test.begin())).toBe("sso_unavailable");
  });

  it("leaves the calls of a portal without single sign-on unfound", async () => {
    const test = await portal({ SSO_ISSUER: "" });
    expect(outcomeOf(await test.begin())).toBe("not_found");
  });
});
