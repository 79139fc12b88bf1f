import { spawnSync } from "node:child_process";
import { beforeAll, describe, expect, it } from "vitest";
import { issueLinkToken, saveAdministrator } from "../../../server/identity";
import { openAccount } from "../../../server/payments";
import { inTransaction } from "../../../server/platform/database";
import { programDatabase } from "../../support/database";
import { programFile } from "../../support/program";
import { cookiesOf, signIn, testApp } from "../../support/app";

const server = await testApp();
const email = "owner@bids.example.com";
const password = "correct horse battery staple";

const save = (credentials: { email: string; password: string }) =>
  saveAdministrator(server.context, credentials, openAccount);

const attempt = (tried: string) =>
  server.call({
    method: "POST",
    url: "/api/auth",
    payload: { email, password: tried },
  });
const profile = (cookies: Record<string, string>) =>
  server.call({ url: "/api/user/view-profile", cookies });

/** Returns the entries of the security log about the administrator. */
const noted = async () =>
  server.context.database.kysely
    .selectFrom("security_events")
    .innerJoin("users", "users.id", "security_events.user_id")
    .where("email_key", "=", email)
    .where("actor", "is not", null)
    .select(["event", "actor"])
    .orderBy("security_events.id")
    .execute();

describe("saving an administrator", () => {
  beforeAll(async () => {
    const outcome = await save({
      email,
      password,
    });
    expect(outcome).toBe("created");
  });

  it("creates a user who signs in with all rights of an administrator", async () => {
    const reply = await profile(cookiesOf(await attempt(password)));
    expect(reply.json()).toMatchObject({
      detail: { email, userType: 3, userLevel: 991 },
      permission: { bidManagementEnabled: true },
    });
  });

  it("changes the password of an administrator and ends the sessions", async () => {
    const before = cookiesOf(await attempt(password));
    const next = "four other unrelated words";
    const { database, clock } = server.context;
    const { kysely } = database;
    const { id: userId } = await kysely
      .selectFrom("users")
      .select("id")
      .where("email_key", "=", email)
      .executeTakeFirstOrThrow();
    await inTransaction(database, (trx) =>
      issueLinkToken(trx, {
        userId,
        purpose: "set-password",
        lifetimeHours: 1,
        now: clock.now(),
      }),
    );
    const outcome = await save({
      email: ` ${email.toUpperCase()}`,
      password: next,
    });
    expect(outcome).toBe("password changed");
    expect(await noted()).toEqual([
      { event: "user-created", actor: "command line" },
      { event: "password-set", actor: "command line" },
    ]);
    const admin = await signIn(server, "admin");
    const shown = await server.call({ url: "/api/security", ...admin });
    expect(shown.json<{ rows: object[] }>().rows).toContainEqual(
      expect.objectContaining({ user: email, actor: "command line" }),
    );
    expect((await profile(before)).statusCode).toBe(401);
    expect((await attempt(password)).statusCode).toBe(401);
    expect((await attempt(next)).statusCode).toBe(200);
    // The link of an earlier mail can no longer set a password.
    const links = kysely
      .selectFrom("link_tokens")
      .where("user_id", "=", userId);
    expect(await links.select("purpose").execute()).toEqual([]);
  });

  it("refuses the e-mail of another kind of user", async () => {
    const saving = save({
      email: "manager@seriba.test",
      password,
    });
    await expect(saving).rejects.toThrow("not an administrator");
    await signIn(server, "manager");
  });

  it.each([
    "short-9ZK",
    "seriba-demo",
    "qwertyuiop",
    "passwordpassword",
    "1234567890123",
    "owner-k8fj2Lw9",
  ])("refuses the weak password %s", async (weak) => {
    const saving = save({ email, password: weak });
    await expect(saving).rejects.toThrow("password");
  });

  it("refuses an invalid e-mail address", async () => {
    const saving = save({ email: "me", password });
    await expect(saving).rejects.toThrow("e-mail address");
  });
});

describe("npm run admin", () => {
  const run = async (words: string[], input: string) =>
    spawnSync(process.execPath, [programFile("admin"), ...words], {
      encoding: "utf8",
      input,
      env: { ...process.env, ...(await programDatabase()) },
    });

  it("reads e-mail and password from standard input", async () => {
    const { status, stdout } = await run([], `${email}\n${password}\n`);
    expect(stdout).toBe(`Administrator ${email}: created\n`);
    expect(status).toBe(0);
  });

  it("takes no password as an argument", async () => {
    const { status, stderr } = await run([email, password], "");
    expect(stderr).toContain("Usage: npm run admin");
    expect(status).toBe(2);
  });
});
