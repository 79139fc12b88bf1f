import type { Access } from "../../../../domain/access";
import { signIn, type Account, type TestApp } from "../../../support/app";

export type Caller = Account | "unknown";

/** For each kind of viewer a rule that keeps a part from them, not from all. */
export const hidingRules: Record<Caller, Access> = {
  client: { roles: ["dealer", "manager", "admin", "unknown"] },
  dealer: { roles: ["client", "manager", "admin", "unknown"] },
  manager: { userTypes: ["client"] },
  restricted: { userLevels: ["client", "system"] },
  admin: { flags: ["carAuctionsView"], roles: ["client", "manager"] },
  unknown: { userLevels: ["client", "system", "restricted"] },
};

/** One whom that rule lets pass. */
export const othersOf: Record<Caller, Caller> = {
  client: "manager",
  dealer: "client",
  manager: "client",
  restricted: "manager",
  admin: "client",
  unknown: "dealer",
};

/** Sends calls as each kind of viewer; one has an unknown level. */
export async function signInAll(server: TestApp) {
  const accounts = {
    client: "client",
    dealer: "dealer",
    manager: "manager",
    restricted: "restricted",
    admin: "admin",
    unknown: "client1@dealer",
  } as const;
  const sessions = new Map<string, Awaited<ReturnType<typeof signIn>>>();
  for (const [caller, account] of Object.entries(accounts))
    sessions.set(caller, await signIn(server, account));
  await server.context.database.kysely
    .updateTable("users")
    .set({ user_level: 7 })
    .where("email_key", "=", "client1@dealer.seriba.test")
    .execute();
  return async (caller: Caller, url: string) => {
    const reply = await server.call({
      url: `/api${url}`,
      ...sessions.get(caller),
    });
    const isJson = String(reply.headers["content-type"]).includes("json");
    return {
      status: reply.statusCode,
      text: reply.body,
      body: isJson ? reply.json<Record<string, unknown>>() : {},
      reply,
    };
  };
}

export type Ask = Awaited<ReturnType<typeof signInAll>>;
