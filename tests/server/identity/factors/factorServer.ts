import { beforeEach } from "vitest";
import * as ceremonies from "../../../../server/identity/factors/ceremonies";
import { testApp } from "../../../support/app";
import { send, setPassword, type Cookies } from "./support";

/**
 * Starts a server on which a client has a private password. Before each test an hour
 * passes, and all factors, throttles, events and mails are removed.
 */
export async function factorServer(environment?: Record<string, string>) {
  const server = await testApp({ ...(environment && { environment }) });
  const { kysely } = server.context.database;
  const email = "client@seriba.test";
  const client = server.ids[email] ?? "";
  await setPassword(server, email);
  beforeEach(async () => {
    for (const table of [
      "totp_factors",
      "recovery_codes",
      "passkeys",
      "sign_in_ceremonies",
      "throttles",
      "security_events",
      "outbox",
    ] as const)
      await kysely.deleteFrom(table).execute();
    server.wait(60 * 60_000);
  });
  return {
    server,
    kysely,
    email,
    client,
    /** Returns the security log: `sign-in: passkey`. */
    events: async () => {
      const rows = await kysely
        .selectFrom("security_events")
        .select(["event", "detail"])
        .orderBy("id")
        .execute();
      return rows.map(({ event, detail }) =>
        detail ? `${event}: ${detail}` : event,
      );
    },
    /** Returns the mails to the client: `factor-changed totpAdded`. */
    mails: async () => {
      const rows = await kysely
        .selectFrom("outbox")
        .where("user_id", "=", client)
        .select(["kind", "data"])
        .orderBy("id")
        .execute();
      return rows.map(({ kind, data }) =>
        typeof data.change === "string" ? `${kind} ${data.change}` : kind,
      );
    },
    /** Sends a code in a ceremony. */
    factor: (
      body: { code?: string; recoveryCode?: string },
      cookies: Cookies,
      address?: string,
    ) =>
      send(server, "POST", "/auth/factor", body, {
        cookies,
        ...(address ? { address } : {}),
      }),
    /** Begins a ceremony without a password, which takes long to check. */
    openCeremony: async (): Promise<Cookies> => {
      const user = { userId: client, usesDemoPassword: false };
      const { clock } = server.context;
      const ceremony = await ceremonies.beginCeremony({ kysely, clock }, user);
      return { "seriba-ceremony": ceremony?.ceremonyToken ?? "" };
    },
    isSignedIn: async (cookies: Cookies) => {
      const url = "/api/user/view-profile";
      return (await server.call({ url, cookies })).statusCode === 200;
    },
  };
}
