import { beforeEach, describe, expect, it } from "vitest";
import { cookiesOf } from "../../../support/app";
import {
  beginCeremony,
  codeNow,
  enterPassword,
  outcomeOf,
  send,
  setUpApp,
} from "../factors/support";
import { clientEmail, managerEmail, ssoPortals } from "./portal";
import { client, startProvider, type Person } from "./provider";

const { portal, provider } = await ssoPortals();
const plain = await portal();

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
