import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { userLevels } from "../../../domain/access";
import { inTransaction } from "../../../server/platform/database";
import { issueLinkToken } from "../../../server/identity/tokens";
import { demoPassword } from "../../../server/identity";
import { cookiesOf, signIn, testApp } from "../../support/app";

const server = await testApp({ environment: { TRUST_PROXY: "127.0.0.1" } });
const { context, ids } = server;
const { kysely } = context.database;
const admin = await signIn(server, "admin");
const client = ids["client@seriba.test"] ?? "";

const stored = () =>
  kysely.selectFrom("security_events").selectAll().orderBy("id").execute();

const attempt = (email: string, password: string, from = "203.0.113.7") =>
  server.call({
    method: "POST",
    url: "/api/auth",
    payload: { email, password },
    headers: { "x-forwarded-for": from },
  });

/** Runs a task while the database takes no events. */
async function withoutLog<Result>(task: () => Promise<Result>) {
  await sql`alter table security_events rename to away`.execute(kysely);
  try {
    return await task();
  } finally {
    await sql`alter table away rename to security_events`.execute(kysely);
  }
}

beforeEach(async () => {
  await kysely.deleteFrom("security_events").execute();
});

describe("the security log", () => {
  it("has sign-ins and refusals, with the same columns for known and unknown accounts", async () => {
    const right = await attempt("client@seriba.test", demoPassword);
    expect(right.statusCode).toBe(200);
    await attempt("client@seriba.test", "wrong password");
    await attempt("nobody@example.com", "wrong password");
    const found = await stored();
    expect(found).toMatchObject([
      { event: "sign-in", user_id: client, address: "203.0.113.7" },
      { event: "sign-in-refused", user_id: client, address: "203.0.113.7" },
      { event: "sign-in-refused", user_id: null, address: "203.0.113.7" },
    ]);
    expect(found.every(({ request_id }) => request_id !== null)).toBe(true);
    const text = JSON.stringify(found);
    for (const secret of ["nobody", "wrong password", demoPassword])
      expect(text).not.toContain(secret);
    for (const token of Object.values(cookiesOf(right)))
      expect(text).not.toContain(token);
  });

  it("has the first refusal of a throttle only", async () => {
    for (let count = 0; count < 14; count += 1)
      await attempt("dealer@seriba.test", "wrong password", "203.0.113.8");
    const events = (await stored()).map(({ event }) => event);
    expect(events.filter((event) => event === "sign-in-refused")).toHaveLength(
      9,
    );
    expect(events.slice(9)).toEqual(["sign-in-throttled"]);
  });

  it("has sign-outs, and refresh tokens that were used twice", async () => {
    const { cookies } = await signIn(server, "client");
    const refresh = (token = cookies["seriba-refresh"] ?? "") =>
      server.call({
        url: "/api/auth/update",
        cookies: { "seriba-refresh": token },
        headers: { origin: "http://localhost:80", host: "localhost:80" },
      });
    await refresh();
    server.wait(60_000);
    expect((await refresh()).statusCode).toBe(401);
    const second = await signIn(server, "client");
    await server.call({ method: "POST", url: "/api/auth/logout", ...second });
    expect(await stored()).toMatchObject([
      { event: "sign-in" },
      { event: "session-reused", user_id: client },
      { event: "sign-in" },
      { event: "sign-out", user_id: client },
    ]);
  });

  it("has created users, changed rights and changed limits, with the administrator", async () => {
    const body = {
      fullName: "Maria Costa",
      email: "maria@example.com",
      role: "client",
      level: "standard",
      managerEmail: "manager@seriba.test",
      creditLimit: 2_000_000,
    };
    const call = { url: "/api/users", ...admin };
    const create = () =>
      server.call({
        ...call,
        method: "POST",
        payload: body,
        headers: { "idempotency-key": "a-user-of-today" },
      });
    const created = (await create()).json<{
      version: number;
      detail: { id: string };
    }>();
    expect((await create()).statusCode).toBe(201);
    const { id } = created.detail;
    const changed = {
      ...body,
      level: "restricted",
      creditLimit: 2_500_000,
      deniedFlags: ["shareCar"],
    };
    const reply = await server.call({
      ...call,
      method: "PUT",
      url: `/api/users/${id}`,
      payload: changed,
      headers: { "if-match": `"${created.version}"` },
    });
    expect(reply.statusCode, reply.body).toBe(200);
    const actor_id = ids["admin@seriba.test"];
    const about = { user_id: id, actor_id };
    expect(await stored()).toMatchObject([
      { ...about, event: "user-created" },
      { ...about, event: "rights-changed" },
      {
        ...about,
        event: "limits-changed",
        detail: "creditLimit 2000000 to 2500000",
      },
    ]);
    const rights = (await stored())[1]?.detail ?? "";
    expect(rights).toContain(`userLevel ${userLevels.client} to `);
    expect(rights).toContain("shareCar true to false");
  });

  it("has passwords that were set by a link", async () => {
    const now = context.clock.now();
    const token = await inTransaction(context.database, (trx) =>
      issueLinkToken(trx, {
        userId: ids["restricted@seriba.test"] ?? "",
        purpose: "set-password",
        lifetimeHours: 1,
        now,
      }),
    );
    const newPassword = "mountain-otter-92-lamp";
    const reply = await server.call({
      method: "POST",
      url: `/api/auth/reset-password-verify?token=${token}`,
      payload: { newPassword, confirmPassword: newPassword },
    });
    expect(reply.statusCode).toBe(200);
    const found = await stored();
    expect(found).toMatchObject([
      { event: "password-set", user_id: ids["restricted@seriba.test"] },
    ]);
    expect(JSON.stringify(found)).not.toContain(token);
  });

  it("has the event of each user, right, deposit and password that is saved", async () => {
    const restricted = ids["restricted@seriba.test"] ?? "";
    const token = await inTransaction(context.database, (trx) =>
      issueLinkToken(trx, {
        userId: client,
        purpose: "set-password",
        lifetimeHours: 1,
        now: context.clock.now(),
      }),
    );
    const newPassword = "valley-heron-47-desk";
    const { version } = await kysely
      .selectFrom("users")
      .select("version")
      .where("id", "=", client)
      .executeTakeFirstOrThrow();
    const person = {
      fullName: "Rosa Lima",
      email: "rosa@example.com",
      role: "client",
      level: "standard",
      managerEmail: "manager@seriba.test",
    };
    const calls = [
      { method: "POST", url: "/api/users", payload: person },
      {
        method: "PUT",
        url: `/api/users/${client}`,
        payload: {
          ...person,
          email: "client@seriba.test",
          level: "restricted",
        },
        headers: { "if-match": `"${version}"` },
      },
      { method: "POST", url: `/api/users/${client}/password-link` },
      {
        method: "POST",
        url: "/api/payments/remittance",
        payload: { userId: restricted, amount: 150_000, date: "2026-11-20" },
        headers: { "idempotency-key": "a-first-deposit" },
      },
      {
        method: "POST",
        url: `/api/auth/reset-password-verify?token=${token}`,
        payload: { newPassword, confirmPassword: newPassword },
      },
    ] as const;
    const saved = async () => ({
      users: await kysely
        .selectFrom("users")
        .selectAll()
        .orderBy("id")
        .execute(),
      accounts: await kysely
        .selectFrom("accounts")
        .selectAll()
        .orderBy("user_id")
        .execute(),
      transfers: await kysely
        .selectFrom("ledger_transfers")
        .selectAll()
        .orderBy("id")
        .execute(),
      mails: await kysely.selectFrom("outbox").selectAll().execute(),
    });
    const before = await saved();
    await withoutLog(async () => {
      for (const call of calls)
        expect
          .soft((await server.call({ ...call, ...admin })).statusCode, call.url)
          .toBe(500);
    });
    expect(await saved()).toEqual(before);
  });

  it("is never changed", async () => {
    await attempt("nobody@example.com", "wrong password");
    await expect(
      kysely.updateTable("security_events").set({ address: "" }).execute(),
    ).rejects.toThrow("never changed");
    await expect(sql`truncate security_events`.execute(kysely)).rejects.toThrow(
      "never changed",
    );
  });

  it("is read by administrators only", async () => {
    await attempt("client@seriba.test", "wrong password");
    const list = await server.call({ url: "/api/security", ...admin });
    expect(list.json()).toMatchObject({
      rows: [{ event: "sign-in-refused", user: "client@seriba.test" }],
    });
    const manager = await signIn(server, "manager");
    for (const url of ["/api/security", "/api/security/filters"])
      expect((await server.call({ url, ...manager })).statusCode).toBe(403);
  });

  it("fails no sign-in, and is in the log of the program if it fails", async () => {
    const reply = await withoutLog(() =>
      attempt("client@seriba.test", demoPassword),
    );
    expect(reply.statusCode).toBe(200);
    const line = server
      .logged()
      .split("\n")
      .find((text) => text.includes("a security event was not stored"));
    expect(line).toContain('"event":"sign-in"');
    expect(line).toContain(`"userId":"${client}"`);
  });
});
