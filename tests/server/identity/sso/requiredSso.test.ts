import { beforeEach, describe, expect, it } from "vitest";
import { removeLostFactors } from "../../../../server/identity";
import { cookiesOf } from "../../../support/app";
import {
  enterPassword,
  outcomeOf,
  send,
  type Cookies,
} from "../factors/support";
import {
  adminEmail,
  clientEmail,
  managerEmail,
  ssoPortals,
  verified,
} from "./portal";

const { portal } = await ssoPortals();
const grouped = await portal({
  SSO_ROLES: "portal admins=admin, sales = manager,partners=dealer",
  REQUIRE_FACTOR: "managers",
});
const strict = await portal({ SSO_REQUIRED: "managers" });

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

  it("refuses the passwords of managers, and accepts the passwords of clients", async () => {
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

  it("lets a user in again whose person at the provider has changed", async () => {
    await test.connect({ sub: "manager-1" }, managerEmail);
    const unknown = await test.logIn({ sub: "manager-2" });
    const connect = true;
    const enterAs = async (sent: object) =>
      outcomeOf(await enterPassword(test.server, managerEmail, sent));
    const cookies = cookiesOf(unknown);
    expect(await enterAs({ cookies, connect })).toBe("sso_required");
    const path = `/users/${test.server.ids[managerEmail]}/sso`;
    const disconnect = async (of: Cookies) =>
      outcomeOf(
        await send(test.server, "DELETE", path, undefined, { cookies: of }),
      );
    const clientSession = cookiesOf(
      await enterPassword(test.server, clientEmail),
    );
    expect(await disconnect(clientSession)).toBe("forbidden");
    const admin = cookiesOf(await enterPassword(test.server, adminEmail));
    expect(await disconnect(admin)).toBe("ok");
    expect(await disconnect(admin)).toBe("not_found");
    expect(await test.mails()).toContain("ssoDisconnected");
    await test.connect({ sub: "manager-2" }, managerEmail);
    const entered = await test.logIn({ sub: "manager-2" });
    expect((await test.profile(cookiesOf(entered)))?.email).toBe(managerEmail);
    await removeLostFactors(test.server.context, managerEmail);
    expect(await test.identities()).toEqual([]);
  });

  it("keeps the password of an administrator who is not connected", async () => {
    expect(await byPassword(adminEmail)).toBe("ok");
    await test.connect({ sub: "admin-1" }, adminEmail);
    expect(await byPassword(adminEmail)).toBe("sso_required");
  });
});
