import { afterAll, expect } from "vitest";
import { cookiesOf, testApp } from "../../../support/app";
import {
  enterPassword,
  outcomeOf,
  send,
  setPassword,
  type Cookies,
} from "../factors/support";
import { client, startProvider, type Person } from "./provider";

export const clientEmail = "client@seriba.test";
export const managerEmail = "manager@seriba.test";
export const adminEmail = "admin@seriba.test";
export const verified = (email: string) => ({ email, email_verified: true });

/** Starts a provider, which ends with the test file, and returns how to start portals with it. */
export async function ssoPortals() {
  const provider = await startProvider("http://localhost/sso");
  afterAll(() => provider.close());

  const settings = {
    SSO_ISSUER: provider.issuer,
    SSO_CLIENT_ID: client.id,
    SSO_CLIENT_SECRET: client.secret,
    SSO_SCOPE: "openid email profile groups",
  };

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
      identities: () =>
        kysely.selectFrom("sso_identities").selectAll().execute(),
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

  return { provider, portal };
}
