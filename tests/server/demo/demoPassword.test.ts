import { describe, expect, it } from "vitest";
import { buildApp } from "../../../server/app";
import { startDemo } from "../../../server/demo/start";
import { hashPassword } from "../../../server/identity/passwords";
import { readConfig } from "../../../server/platform/config";
import { cookiesOf, signIn, testApp } from "../../support/app";
import { openAll } from "../../support/areas";

const demo = await testApp();

/** The program on the same database, with settings that forbid demo data. */
async function publicServer() {
  const config = readConfig({
    PUBLIC_URL: "https://bids.example.com",
    KEYS_DIRECTORY: ":memory:",
  });
  const context = openAll({ ...demo.context, config });
  const app = await buildApp(context);
  const origin = { origin: "https://bids.example.com" };
  return {
    context,
    profile: (cookies: Record<string, string>) =>
      app.inject({ url: "/api/user/view-profile", cookies }),
    refresh: (cookies: Record<string, string>) =>
      app.inject({ url: "/api/auth/update", headers: origin, cookies }),
    attempt: (email: string, password: string) =>
      app.inject({
        method: "POST",
        url: "/api/auth",
        headers: origin,
        payload: { email, password },
      }),
    close: () => app.close(),
  };
}

describe("a database with demo accounts on a public server", () => {
  it("refuses the demo password and the sessions that it opened", async () => {
    const { cookies } = await signIn(demo, "admin");
    const server = await publicServer();
    const refused = await server.attempt("admin@seriba.test", "seriba-demo");
    expect(refused.statusCode).toBe(401);
    expect(refused.json()).toMatchObject({
      messageCode: "invalid_credentials",
    });
    expect((await server.profile(cookies)).statusCode).toBe(401);
    expect((await server.refresh(cookies)).statusCode).toBe(401);
    const profile = { url: "/api/user/view-profile", cookies };
    expect((await demo.call(profile)).statusCode).toBe(200);
    await server.close();
  });

  it("accepts accounts whose password was changed", async () => {
    const server = await publicServer();
    const manager = { email: "manager@seriba.test" };
    const { kysely } = demo.context.database;
    const hashes = kysely.selectFrom("users").select("password_hash");
    const before = await hashes
      .where("email_key", "=", manager.email)
      .executeTakeFirstOrThrow();
    const setHash = (password_hash: string) =>
      kysely
        .updateTable("users")
        .set({ password_hash })
        .where("email_key", "=", manager.email)
        .execute();
    await setHash(await hashPassword("four other unrelated words"));
    const reply = await server.attempt(
      manager.email,
      "four other unrelated words",
    );
    expect((await server.profile(cookiesOf(reply))).statusCode).toBe(200);
    expect((await server.refresh(cookiesOf(reply))).statusCode).toBe(200);
    await setHash(before.password_hash);
    await server.close();
  });

  it("logs a warning at start that names npm run admin", async () => {
    const server = await publicServer();
    expect(await startDemo(server.context)).toBeNull();
    expect(demo.logged()).toContain("npm run admin");
    await server.close();
  });
});
