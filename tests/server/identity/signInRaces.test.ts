import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Transaction } from "kysely";
import { userLevels } from "../../../domain/access";
import { admitUser, countLogin } from "../../../server/identity/admitUser";
import { lockUser } from "../../../server/identity/findViewer";
import { hashPassword } from "../../../server/identity/passwords";
import { endAccess } from "../../../server/identity/sessions";
import { inTransaction, type Tables } from "../../../server/platform/database";
import { hasPostgres } from "../../support/postgres";
import { untilBlocked } from "../../support/untilBlocked";
import { accountServer, password } from "./accounts/accountServer";

const test = await accountServer();
const { kysely, logIn, mailsTo, member, post, server, userOf } = test;
const { database, clock } = server.context;

const idOf = async (email: string) => (await userOf(email))?.id ?? "";

const sessionsOf = async (email: string) =>
  kysely
    .selectFrom("sessions")
    .where("user_id", "=", await idOf(email))
    .select("id")
    .execute();

/** Runs `work` while a transaction that has done `change` is not committed yet. */
async function beside<Result>(
  change: (trx: Transaction<Tables>) => Promise<unknown>,
  work: () => Promise<Result>,
): Promise<Result> {
  let running: Promise<Result> | undefined;
  await kysely.transaction().execute(async (trx) => {
    await change(trx);
    running = work();
    await untilBlocked(database);
  });
  if (!running) throw new Error("Nothing ran");
  return running;
}

const otherHash = await hashPassword("copper violin 9");

describe.skipIf(!hasPostgres)("a login with the right password", () => {
  let email = "";
  beforeEach(async () => {
    email = await member();
  });
  afterEach(() => {
    server.wait(60 * 60_000);
  });

  it.each([
    ["the password is reset", { password_hash: otherHash }],
    ["the e-mail is changed", { email_key: "moved@example.com" }],
    ["the account is disabled", { user_level: userLevels.disabled }],
  ])("opens no session if at the same moment %s", async (_name, values) => {
    const id = await idOf(email);
    const reply = await beside(
      async (trx) => {
        await lockUser(trx, id);
        await endAccess(trx, id);
        await trx
          .updateTable("users")
          .set(values)
          .where("id", "=", id)
          .execute();
      },
      () => logIn(email),
    );
    expect(reply.json()).toMatchObject({ messageCode: "invalid_credentials" });
    expect(reply.cookies).toEqual([]);
    const left = await kysely
      .selectFrom("sessions")
      .where("user_id", "=", id)
      .select("id")
      .execute();
    expect(left).toEqual([]);
    await kysely
      .updateTable("users")
      .set({ email_key: email })
      .where("id", "=", id)
      .execute();
  });

  it("asks for a factor that is added at the same moment", async () => {
    const id = await idOf(email);
    const reply = await beside(
      async (trx) => {
        await lockUser(trx, id);
        await trx
          .insertInto("totp_factors")
          .values({
            ...{ user_id: id, pending_secret: "x" },
            created_at: clock.now(),
          })
          .execute();
        await trx
          .updateTable("totp_factors")
          .set({ secret: "x" })
          .where("user_id", "=", id)
          .execute();
      },
      () => logIn(email),
    );
    expect(reply.json()).toHaveProperty("secondFactor");
    expect(await sessionsOf(email)).toEqual([]);
  });
});

describe.skipIf(!hasPostgres)("a mail with a link", () => {
  it("goes to the address that is set while it is composed", async () => {
    const former = await member();
    const present = `new-${former}`;
    const id = await idOf(former);
    await mailsTo(former);
    await inTransaction(database, (trx) =>
      trx
        .insertInto("outbox")
        .values({
          user_id: id,
          kind: "reset-password",
          data: "{}",
          due_at: clock.now(),
          created_at: clock.now(),
        })
        .execute(),
    );
    const sent = await beside(
      (trx) =>
        trx
          .updateTable("users")
          .set({ email: present, email_key: present })
          .where("id", "=", id)
          .execute(),
      () => mailsTo(present),
    );
    expect(sent).toHaveLength(1);
  });
});

describe("the rows of many logins", () => {
  const visit = { address: "203.0.113.1", userAgent: "test" };
  const admit = (
    userId: string,
    device: { token?: string; isKnown: boolean },
  ) =>
    inTransaction(database, (trx) =>
      admitUser(trx, server.context, {
        ...visit,
        userId,
        device: { token: device.token, isKnown: device.isKnown },
        usesDemoPassword: false,
        note: () => Promise.resolve(),
      }),
    );
  const newDevice = { isKnown: false };

  it("are bounded: 20 browsers, and one mail about new ones in an hour", async () => {
    const email = await member();
    const id = await idOf(email);
    await admit(id, newDevice);
    await kysely.deleteFrom("outbox").where("user_id", "=", id).execute();
    for (let login = 0; login < 24; login += 1) await admit(id, newDevice);
    const devices = await kysely
      .selectFrom("known_devices")
      .where("user_id", "=", id)
      .select("hash")
      .execute();
    expect(devices).toHaveLength(20);
    const mails = () =>
      kysely
        .selectFrom("outbox")
        .where("user_id", "=", id)
        .where("kind", "=", "new-device")
        .select("id")
        .execute();
    expect(await mails()).toHaveLength(1);
    server.wait(60 * 60_000);
    await admit(id, newDevice);
    expect(await mails()).toHaveLength(2);
  });

  it("are bounded by a limit of a minute", async () => {
    const id = await idOf(await member());
    const count = () => countLogin(server.context, id);
    for (let login = 0; login < 60; login += 1) await count();
    await expect(count()).rejects.toMatchObject({ code: "too_many_requests" });
    server.wait(60_000);
    await count();
  });
});

describe("the cookie of a browser", () => {
  const deviceOf = (reply: { cookies: { name: string; value: string }[] }) =>
    reply.cookies.find(({ name }) => name === "seriba-device")?.value ?? "";
  const logInWith = (email: string, device: string) =>
    post(
      "/auth",
      { email, password },
      { cookies: { "seriba-device": device } },
    );

  it("is shared by the accounts that use the browser", async () => {
    const [first, second] = [await member(), await member()];
    const device = deviceOf(await logIn(first));
    expect(deviceOf(await logInWith(second, device))).toBe(device);
    await kysely.deleteFrom("outbox").execute();
    expect(deviceOf(await logInWith(first, device))).toBe(device);
    const mails = await kysely.selectFrom("outbox").selectAll().execute();
    expect(mails).toEqual([]);
  });

  it("is not taken over from a stranger", async () => {
    const device = "A".repeat(43);
    expect(deviceOf(await logInWith(await member(), device))).not.toBe(device);
  });

  it("stays known when the password is changed in this browser", async () => {
    const email = await member();
    const entered = await logIn(email);
    await logIn(email);
    const cookies = Object.fromEntries(
      entered.cookies.map(({ name, value }) => [name, value]),
    );
    const newPassword = "copper violin 9";
    await post(
      "/user/change-password",
      { oldPassword: password, newPassword, confirmNewPassword: newPassword },
      { cookies },
    );
    const kept = await kysely
      .selectFrom("known_devices")
      .where("user_id", "=", await idOf(email))
      .select("hash")
      .execute();
    expect(kept).toHaveLength(1);
  });
});

describe("the queue for hashes", () => {
  it("refuses more hashes than it can compute soon", async () => {
    const hashes = await Promise.allSettled(
      Array.from({ length: 50 }, () => hashPassword("amber lantern 42")),
    );
    const refused = hashes.filter(({ status }) => status === "rejected");
    expect(refused).toHaveLength(50 - 34);
    for (const { reason } of refused as PromiseRejectedResult[])
      expect(reason).toMatchObject({
        code: "too_many_requests",
        details: { retryAfter: 1 },
      });
    expect(await hashPassword("amber lantern 42")).toContain("$argon2id$");
  });
});
