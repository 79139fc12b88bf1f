import { createHook } from "node:async_hooks";
import { beforeEach, describe, expect, it } from "vitest";
import { userLevels } from "../../../domain/access";
import { cookiesOf, signIn, testApp } from "../../support/app";

const server = await testApp();
const password = "seriba-demo";

const attempt = (
  email: string,
  tried: string,
  headers?: Record<string, string>,
) =>
  server.call({
    method: "POST",
    url: "/api/auth",
    payload: { email, password: tried },
    headers,
  });

const attemptFrom = (
  remoteAddress: string,
  email: string,
  tried: string,
  cookies: Record<string, string> = {},
) =>
  server.call({
    method: "POST",
    url: "/api/auth",
    payload: { email, password: tried },
    remoteAddress,
    cookies,
  });

/** Returns the processor time in microseconds, which other programs do not add to. */
/**
 * Returns how many native tasks the work starts. The library for password hashes
 * starts one for each hash, without a name.
 */
async function nativeTasks(work: () => Promise<unknown>): Promise<number> {
  let tasks = 0;
  const hook = createHook({
    init: (_id, type) => {
      if (type === "undefined") tasks += 1;
    },
  }).enable();
  await work();
  hook.disable();
  return tasks;
}

describe("login", () => {
  beforeEach(() => {
    server.wait(60 * 60_000);
  });

  it("opens a session and ignores the letter case of the e-mail", async () => {
    const reply = await attempt("Client@Seriba.Test", password);
    expect(reply.statusCode).toBe(200);
    const profile = await server.call({
      url: "/api/user/view-profile",
      cookies: cookiesOf(reply),
    });
    expect(profile.json()).toMatchObject({
      detail: { email: "client@seriba.test", userType: 2 },
    });
  });

  it("answers a wrong password with the catalogue's message", async () => {
    const reply = await attempt("client@seriba.test", "wrong-password");
    expect(reply.statusCode).toBe(401);
    expect(reply.json()).toMatchObject({
      messageCode: "invalid_credentials",
      message: "Incorrect username or password",
    });
  });

  it("answers an unknown e-mail as it answers a wrong password", async () => {
    const known = await attempt("manager@seriba.test", "wrong-password");
    const unknown = await attempt("nobody@seriba.test", "wrong-password");
    expect(unknown.statusCode).toBe(known.statusCode);
    const { requestId: _one, ...first } = known.json<Record<string, unknown>>();
    const { requestId: _two, ...second } =
      unknown.json<Record<string, unknown>>();
    expect(second).toEqual(first);
  });

  it("hashes a password for an unknown e-mail as for a wrong password", async () => {
    // The first attempt also makes the hash for unknown e-mails.
    await attempt("first@seriba.test", "wrong-one");
    for (const email of ["admin@seriba.test", "nobody@seriba.test"])
      expect(await nativeTasks(() => attempt(email, "wrong-one"))).toBe(1);
  });

  it("reveals that a user is disabled only after the right password", async () => {
    const { kysely } = server.context.database;
    const setLevel = (user_level: number) =>
      kysely
        .updateTable("users")
        .set({ user_level })
        .where("email_key", "=", "restricted@seriba.test")
        .execute();
    await setLevel(userLevels.disabled);
    const wrong = await attempt("restricted@seriba.test", "wrong-password");
    const right = await attempt("restricted@seriba.test", password);
    await setLevel(userLevels.restricted);
    expect(wrong.json()).toMatchObject({ messageCode: "invalid_credentials" });
    expect(right.json()).toMatchObject({
      messageCode: "invalid_user",
      message: "Invalid user",
    });
  });

  it("evaluates at most 10 of 60 parallel guesses", async () => {
    const replies = await Promise.all(
      Array.from({ length: 60 }, () =>
        attempt("dealer@seriba.test", "guess-it"),
      ),
    );
    const statuses = replies.map(({ statusCode }) => statusCode);
    const evaluated = statuses.filter((status) => status === 401).length;
    expect(evaluated).toBeGreaterThan(0);
    expect(evaluated).toBeLessThanOrEqual(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(
      60 - evaluated,
    );
  });

  it("locks an account by the tenth try and says when to try again", async () => {
    const session = await signIn(server, "client");
    const replies = [];
    for (let tries = 0; tries < 10; tries += 1)
      replies.push(await attempt("client@seriba.test", "wrong-password"));
    const last = replies.at(-1);
    expect(last?.statusCode).toBe(429);
    expect(Number(last?.headers["retry-after"])).toBeGreaterThan(0);
    const right = await attempt("client@seriba.test", password, {
      "x-forwarded-for": "203.0.113.9",
    });
    expect(right.statusCode, "no way around the lock").toBe(429);
    const other = await attempt("manager@seriba.test", password);
    expect(other.statusCode, "others are unaffected").toBe(200);
    const live = await server.call({
      url: "/api/user/view-profile",
      ...session,
    });
    expect(live.statusCode, "a live session still works").toBe(200);
    server.wait(16 * 60_000);
    const later = await attempt("client@seriba.test", password);
    expect(later.statusCode).toBe(200);
  });

  it("does not lock an account for its owner in another network", async () => {
    for (let tries = 0; tries < 10; tries += 1)
      await attemptFrom("198.51.100.1", "client@seriba.test", "wrong-password");
    const owner = await attemptFrom(
      "203.0.113.9",
      "client@seriba.test",
      password,
    );
    expect(owner.statusCode).toBe(200);
  });

  it("lets a device pass that has signed in before while strangers guess", async () => {
    const before = await attempt("dealer@seriba.test", password);
    for (let network = 1; network <= 11; network += 1)
      for (let tries = 0; tries < 9; tries += 1)
        await attemptFrom(
          `198.51.100.${network}`,
          "dealer@seriba.test",
          "wrong-password",
        );
    const stranger = await attemptFrom(
      "203.0.113.9",
      "dealer@seriba.test",
      password,
    );
    expect(stranger.statusCode).toBe(429);
    const device = {
      "seriba-device": cookiesOf(before)["seriba-device"] ?? "",
    };
    const known = await attemptFrom(
      "203.0.113.9",
      "dealer@seriba.test",
      password,
      device,
    );
    expect(known.statusCode).toBe(200);
    const statuses = [];
    for (let tries = 0; tries < 10; tries += 1) {
      const reply = await attemptFrom(
        "203.0.113.9",
        "dealer@seriba.test",
        "wrong-password",
        device,
      );
      statuses.push(reply.statusCode);
    }
    expect(statuses.at(-1), "guesses on the device itself").toBe(429);
  });

  it("accepts ten right passwords sent at once", async () => {
    const replies = await Promise.all(
      Array.from({ length: 10 }, () =>
        attempt("manager@seriba.test", password),
      ),
    );
    expect(replies.map(({ statusCode }) => statusCode)).toEqual(
      Array.from({ length: 10 }, () => 200),
    );
  });

  it("counts all addresses of an IPv6 /64 network together", async () => {
    const statuses = [];
    for (let host = 1; host <= 10; host += 1) {
      const reply = await attemptFrom(
        `2001:db8:7:1::${host}`,
        "client@seriba.test",
        "wrong-password",
      );
      statuses.push(reply.statusCode);
    }
    expect(statuses.at(-1)).toBe(429);
    const neighbour = await attemptFrom(
      "2001:db8:7:2::1",
      "client@seriba.test",
      "wrong-password",
    );
    expect(neighbour.statusCode).toBe(401);
  });

  it("limits wrong passwords from one address over all accounts", async () => {
    const statuses = [];
    for (let guess = 0; guess < 101; guess += 1) {
      const reply = await attempt(`guess${guess}@seriba.test`, "wrong-one");
      statuses.push(reply.statusCode);
    }
    expect(statuses.slice(0, 100).every((status) => status === 401)).toBe(true);
    expect(statuses[100]).toBe(429);
    for (let tries = 0; tries < 10; tries += 1) {
      const reply = await attempt("manager@seriba.test", "wrong-password");
      expect(reply.statusCode).toBe(429);
    }
    const elsewhere = await server.call({
      method: "POST",
      url: "/api/auth",
      payload: { email: "manager@seriba.test", password },
      remoteAddress: "203.0.113.7",
    });
    expect(elsewhere.statusCode, "locks nobody else's account").toBe(200);
  });

  it("lets a known device pass while its network guesses", async () => {
    const address = "203.0.113.50";
    const email = "manager@seriba.test";
    const before = await attemptFrom(address, email, password);
    const device = {
      "seriba-device": cookiesOf(before)["seriba-device"] ?? "",
    };
    for (let guess = 0; guess < 100; guess += 1)
      await attemptFrom(address, `other${guess}@seriba.test`, "wrong-one");
    const stranger = await attemptFrom(address, email, password);
    expect(stranger.statusCode).toBe(429);
    const known = await attemptFrom(address, email, password, device);
    expect(known.statusCode).toBe(200);
  });

  it("limits wrong passwords from the networks of one IPv6 site", async () => {
    let last = 0;
    for (let guess = 0; guess < 401; guess += 1) {
      const network = `2001:db8:9:${(guess % 200).toString(16)}::1`;
      const email = `site${guess}@seriba.test`;
      last = (await attemptFrom(network, email, "wrong-one")).statusCode;
    }
    expect(last).toBe(429);
    const other = await attemptFrom(
      "2001:db8:a::1",
      "x@seriba.test",
      "wrong-one",
    );
    expect(other.statusCode).toBe(401);
  });

  it("rejects a short password and an invalid e-mail by field", async () => {
    const reply = await attempt("client@", "12345");
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toMatchObject({
      errors: {
        email: ["Invalid email address"],
        password: ["Must contain more than 5 characters"],
      },
    });
  });
});

describe("cookies and stored secrets", () => {
  it("sets HttpOnly and SameSite cookies", async () => {
    server.wait(60 * 60_000);
    const reply = await attempt("client@seriba.test", password);
    expect(reply.cookies).toMatchObject([
      { name: "seriba-access", path: "/", httpOnly: true, sameSite: "Lax" },
      {
        name: "seriba-refresh",
        path: "/api/auth",
        httpOnly: true,
        sameSite: "Lax",
      },
      {
        name: "seriba-device",
        path: "/api/auth",
        httpOnly: true,
        sameSite: "Lax",
      },
    ]);
    for (const { value } of reply.cookies)
      expect(value.length).toBeGreaterThanOrEqual(43);
  });

  it("stores no token and no password in the database or the log", async () => {
    const reply = await attempt("manager@seriba.test", password);
    const secrets = Object.values(cookiesOf(reply)).flatMap((token) =>
      token.split("."),
    );
    const { kysely } = server.context.database;
    const kept = JSON.stringify([
      await kysely.selectFrom("sessions").selectAll().execute(),
      await kysely.selectFrom("access_tokens").selectAll().execute(),
      await kysely.selectFrom("throttles").selectAll().execute(),
      await kysely.selectFrom("known_devices").selectAll().execute(),
      await kysely.selectFrom("users").select("password_hash").execute(),
    ]);
    expect(kept).toContain("$argon2id$");
    for (const secret of [...secrets, password, "manager@seriba.test"]) {
      expect(kept).not.toContain(secret);
      expect(server.logged()).not.toContain(secret);
    }
    expect(server.logged()).toContain('"route":"/api/auth"');
  });
});

describe("behind https", () => {
  it("makes the cookies Secure", async () => {
    const secure = await testApp({
      environment: { PUBLIC_URL: "https://bids.example.com", DEMO: "on" },
    });
    const reply = await secure.call({
      method: "POST",
      url: "/api/auth",
      payload: { email: "client@seriba.test", password },
    });
    expect(reply.cookies.map((cookie) => cookie.secure)).toEqual([
      true,
      true,
      true,
    ]);
    expect(reply.headers["strict-transport-security"]).toContain("max-age");
  });
});
