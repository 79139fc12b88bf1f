import { describe, expect, it } from "vitest";
import { userLevels } from "../../../domain/access";
import { cookiesOf, signInAnew, testApp } from "../../support/app";

const server = await testApp();
const origin = { origin: "http://localhost" };

type Cookies = Record<string, string>;

const refresh = (cookies: Cookies) =>
  server.call({ url: "/api/auth/update", headers: origin, cookies });
const profile = (cookies: Cookies) =>
  server.call({ url: "/api/user/view-profile", cookies });

async function isAlive(cookies: Cookies): Promise<boolean> {
  return (await profile(cookies)).statusCode === 200;
}

describe("a session", () => {
  it("continues with the new refresh token after a rotation", async () => {
    const { cookies } = await signInAnew(server, "client");
    const first = await refresh(cookies);
    expect(first.statusCode).toBe(200);
    const next = cookiesOf(first);
    expect(next["seriba-refresh"]).not.toBe(cookies["seriba-refresh"]);
    expect(await isAlive(next)).toBe(true);
    expect((await refresh(next)).statusCode).toBe(200);
  });

  it("lets 20 tabs refresh at once with one rotation", async () => {
    const { cookies } = await signInAnew(server, "client");
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => refresh(cookies)),
    );
    expect(replies.map(({ statusCode }) => statusCode)).toEqual(
      Array.from({ length: 20 }, () => 200),
    );
    const rotated = replies.filter(
      (reply) => "seriba-refresh" in cookiesOf(reply),
    );
    expect(rotated).toHaveLength(1);
    for (const reply of replies)
      expect(await isAlive(cookiesOf(reply))).toBe(true);
  });

  it("ends when its old refresh token is used after ten seconds", async () => {
    const { cookies } = await signInAnew(server, "client");
    const next = cookiesOf(await refresh(cookies));
    server.wait(10_001);
    const reused = await refresh(cookies);
    expect(reused.json()).toMatchObject({
      messageCode: "session_expired",
      message:
        "Your session has expired. Please login to your account to proceed",
    });
    expect(await isAlive(next)).toBe(false);
    expect((await refresh(next)).statusCode).toBe(401);
  });

  it("ends when an older token than the direct predecessor is used", async () => {
    const { cookies } = await signInAnew(server, "client");
    const second = cookiesOf(await refresh(cookies));
    const third = cookiesOf(await refresh(second));
    expect((await refresh(cookies)).statusCode).toBe(401);
    expect(await isAlive(third)).toBe(false);
  });

  it("is not ended by invalid tokens", async () => {
    const { cookies } = await signInAnew(server, "client");
    const guess = `${"a".repeat(43)}.${"b".repeat(43)}`;
    for (const token of [guess, "", "x", `${guess}.c`, "a".repeat(5000)])
      expect((await refresh({ "seriba-refresh": token })).statusCode).toBe(401);
    expect(await isAlive(cookies)).toBe(true);
  });

  it("lasts 15 minutes by its access token, 30 days by refreshing", async () => {
    const { cookies } = await signInAnew(server, "client");
    server.wait(15 * 60_000 + 1);
    expect(await isAlive(cookies)).toBe(false);
    const next = cookiesOf(await refresh(cookies));
    expect(await isAlive(next)).toBe(true);
    server.wait(30 * 24 * 60 * 60_000 + 1);
    expect((await refresh(next)).statusCode).toBe(401);
  });

  it("ends 90 days after its login, although it is used", async () => {
    let { cookies } = await signInAnew(server, "client");
    for (let week = 1; week <= 12; week += 1) {
      server.wait(7 * 24 * 60 * 60_000);
      const reply = await refresh(cookies);
      expect(reply.statusCode, `week ${week}`).toBe(200);
      cookies = cookiesOf(reply);
    }
    server.wait(6 * 24 * 60 * 60_000 + 1);
    expect((await refresh(cookies)).statusCode).toBe(401);
  });

  it("hides the refresh token from the pages of the portal", async () => {
    const { cookies } = await signInAnew(server, "client");
    const ofPage = await server.call({
      url: "/api/auth/update",
      headers: { "sec-fetch-site": "same-origin" },
      cookies,
    });
    expect(Object.keys(ofPage.json<object>())).toEqual([
      "success",
      "access-token",
    ]);
    expect(cookiesOf(ofPage)).toHaveProperty("seriba-refresh");
    const ofProgram = await refresh(cookiesOf(ofPage));
    expect(ofProgram.json()).toHaveProperty("refresh-token");
  });

  it("is refreshed at most 120 times in a minute", async () => {
    const { cookies } = await signInAnew(server, "dealer");
    let last = await refresh(cookies);
    const next = cookiesOf(last);
    for (let call = 1; call < 121; call += 1) last = await refresh(cookies);
    expect(last.statusCode).toBe(429);
    server.wait(60_000);
    expect((await refresh(next)).statusCode).toBe(200);
  });

  it("ends at once on logout", async () => {
    const { cookies } = await signInAnew(server, "client");
    const other = await signInAnew(server, "client");
    expect(await isAlive(cookies)).toBe(true);
    const reply = await server.call({
      method: "POST",
      url: "/api/auth/logout",
      cookies,
    });
    expect(reply.json()).toEqual({ success: true });
    expect(cookiesOf(reply)).toEqual({
      "seriba-access": "",
      "seriba-refresh": "",
    });
    expect(await isAlive(cookies)).toBe(false);
    expect((await refresh(cookies)).statusCode).toBe(401);
    expect(await isAlive(other.cookies), "another login goes on").toBe(true);
  });

  it("ends within a second when the account is disabled", async () => {
    const { cookies } = await signInAnew(server, "restricted");
    expect(await isAlive(cookies)).toBe(true);
    const setLevel = (user_level: number) =>
      server.context.database.kysely
        .updateTable("users")
        .set({ user_level })
        .where("email_key", "=", "restricted@seriba.test")
        .execute();
    await setLevel(userLevels.disabled);
    server.wait(1_001);
    expect(await isAlive(cookies)).toBe(false);
    expect((await refresh(cookies)).statusCode).toBe(401);
    await setLevel(userLevels.restricted);
  });

  it("loses a revoked right within a second", async () => {
    const { cookies } = await signInAnew(server, "client");
    const list = () => server.call({ url: "/api/auction/listing", cookies });
    const setPermissions = (flags: object) =>
      server.context.database.kysely
        .updateTable("users")
        .set({ permissions: JSON.stringify(flags) })
        .where("email_key", "=", "client@seriba.test")
        .execute();
    expect((await list()).statusCode).toBe(200);
    await setPermissions({ bikeView: true });
    server.wait(1_001);
    expect((await list()).statusCode).toBe(403);
    await setPermissions({ carAuctionsView: true });
    server.wait(1_001);
    expect((await list()).statusCode).toBe(200);
  });
});

describe("the sessions of a user", async () => {
  const bounded = await testApp({ environment: { SESSIONS_PER_USER: "2" } });
  const lives = async (cookies: Cookies) => {
    const reply = await bounded.call({
      url: "/api/user/view-profile",
      cookies,
    });
    return reply.statusCode === 200;
  };

  it("are bounded: a sign-in ends the longest unused session", async () => {
    const first = await signInAnew(bounded, "client");
    const other = await signInAnew(bounded, "manager");
    bounded.wait(1_000);
    const second = await signInAnew(bounded, "client");
    bounded.wait(1_000);
    const refreshed = cookiesOf(
      await bounded.call({
        url: "/api/auth/update",
        headers: origin,
        cookies: first.cookies,
      }),
    );
    bounded.wait(1_000);
    const third = await signInAnew(bounded, "client");
    expect(await lives(second.cookies)).toBe(false);
    for (const cookies of [refreshed, third.cookies, other.cookies])
      expect(await lives(cookies)).toBe(true);
  });

  it("are bounded when many sign-ins come at once", async () => {
    const opened = await Promise.all(
      Array.from({ length: 6 }, () => signInAnew(bounded, "dealer")),
    );
    const alive = await Promise.all(
      opened.map(({ cookies }) => lives(cookies)),
    );
    expect(alive.filter(Boolean)).toHaveLength(2);
  });
});
