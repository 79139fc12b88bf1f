import { beforeEach, describe, expect, it } from "vitest";
import type {
  PeopleReply,
  SaveUserBody,
  SaveUserReply,
} from "../../../generated/schemas";
import { mailsOf } from "../../support/areas";
import { inTransaction } from "../../../server/platform/database";
import { findRecipient } from "../../../server/identity";
import { composeMail, selectMails } from "../../../server/platform/mail";
import { cookiesOf, signIn, testApp } from "../../support/app";

const test = await testApp();
const { context, ids } = test;
const { kysely } = context.database;
const admin = await signIn(test, "admin");
const manager = await signIn(test, "manager");
const adminId = ids["admin@seriba.test"] ?? "";

const body: SaveUserBody = {
  fullName: "Maria Costa",
  email: "maria@example.com",
  role: "client",
  level: "standard",
  managerEmail: "manager@seriba.test",
  creditLimit: 2_000_000,
  dailyBidLimit: 7,
  allowedFlags: ["adjustmentPriceShow"],
  deniedFlags: ["shareCar"],
};

const add = (payload: object, headers = {}, { cookies } = admin) =>
  test.call({ method: "POST", url: "/api/users", payload, cookies, headers });

const change = (
  { detail, version }: SaveUserReply,
  payload: object,
  { cookies } = admin,
) =>
  test.call({
    method: "PUT",
    url: `/api/users/${detail.id}`,
    payload: { ...body, email: detail.email, ...payload },
    headers: { "if-match": `"${version}"` },
    cookies,
  });

let made = 0;

/** Creates a user with an e-mail of its own. */
async function newUser(fields: Partial<SaveUserBody> = {}) {
  made += 1;
  const email = `user${made}@example.com`;
  const reply = await add({ ...body, email, ...fields });
  expect(reply.statusCode).toBe(201);
  return reply.json<SaveUserReply>();
}

/** Returns the token of the link in the newest mail to a user. */
async function tokenFor(userId: string): Promise<string> {
  const { clock, messages } = context;
  const composed = await inTransaction(context.database, async (trx) => {
    const mail = await selectMails(trx)
      .where("outbox.user_id", "=", userId)
      .orderBy("outbox.id", "desc")
      .executeTakeFirstOrThrow();
    const kinds = mailsOf(context);
    return composeMail(
      trx,
      { kinds, messages, now: clock.now(), findRecipient },
      mail,
    );
  });
  return /token=([\w-]+)/.exec(composed?.text ?? "")?.[1] ?? "";
}

const setPassword = (
  token: string,
  newPassword: string,
  confirmPassword = newPassword,
) =>
  test.call({
    method: "POST",
    url: `/api/auth/reset-password-verify?token=${token}`,
    payload: { newPassword, confirmPassword },
  });

const password = "amber lantern 42";

const logIn = (email: string, word = password) =>
  test.call({
    method: "POST",
    url: "/api/auth",
    payload: { email, password: word },
  });

describe("creating a user", () => {
  it("stores the user and queues one mail with a link", async () => {
    const reply = await add(body, { "idempotency-key": "first-user-1" });
    expect(reply.statusCode).toBe(201);
    expect(reply.headers.etag).toBe('"1"');
    const { detail } = reply.json<SaveUserReply>();
    expect(detail).toMatchObject({
      email: "maria@example.com",
      role: "client",
      level: "standard",
      managerName: "Emi Tanaka",
      creditLimit: 2_000_000,
      dailyBidLimit: 7,
      dailyUssLimit: 5,
      balance: 0,
      allowedFlags: ["adjustmentPriceShow"],
      deniedFlags: ["shareCar"],
    });
    const again = await add(body, { "idempotency-key": "first-user-1" });
    expect(again.json()).toEqual(reply.json());
    const mails = await kysely
      .selectFrom("outbox")
      .where("user_id", "=", detail.id)
      .select(["kind", "state", "data"])
      .execute();
    expect(mails).toEqual([
      { kind: "set-password", state: "waiting", data: {} },
    ]);
  });

  it("is for administrators", async () => {
    const reply = await add({ nonsense: true }, {}, manager);
    expect(reply.statusCode).toBe(403);
  });

  it.each([
    [{ email: "CLIENT@seriba.test" }, "email"],
    [{ managerEmail: "client@seriba.test" }, "managerEmail"],
    [{ dealerEmail: "nobody@seriba.test" }, "dealerEmail"],
    [{ country: "XX" }, "country"],
    [{ deniedFlags: ["adjustmentPriceShow"] }, "deniedFlags"],
  ])("shows what is wrong beside the field: %o", async (fields, name) => {
    const reply = await add({ ...body, email: "new@example.com", ...fields });
    expect(reply.statusCode).toBe(422);
    expect(Object.keys(reply.json<{ errors: object }>().errors)).toEqual([
      name,
    ]);
  });

  it.each([
    [{ balance: 5 }],
    [{ userType: 3 }],
    [{ email: "no" }],
    [{ fullName: "Maria\r\nBcc: other@example.com" }],
    [{ city: "Porto\u0007" }],
  ])(
    "rejects fields that nobody may set and control characters: %o",
    async (fields) => {
      const reply = await add({ ...body, email: "x@example.com", ...fields });
      expect(reply.statusCode).toBe(400);
    },
  );
});

describe("the link to set a password", () => {
  it("works once", async () => {
    const { detail } = await newUser();
    const token = await tokenFor(detail.id);
    const verify = () =>
      test.call({
        url: `/api/auth/reset-password-token-verify?token=${token}`,
      });
    expect((await verify()).statusCode).toBe(200);
    const replies = await Promise.all([
      setPassword(token, password),
      setPassword(token, password),
      setPassword(token, password),
    ]);
    const codes = replies.map(({ statusCode }) => statusCode).toSorted();
    expect(codes).toEqual([200, 403, 403]);
    expect((await verify()).json()).toMatchObject({
      messageCode: "link_expired",
    });
    expect((await logIn(detail.email)).statusCode).toBe(200);
  });

  it("ends after 24 hours, and when a newer one is sent", async () => {
    const { detail } = await newUser();
    const first = await tokenFor(detail.id);
    const second = await tokenFor(detail.id);
    expect((await setPassword(first, password)).statusCode).toBe(403);
    test.wait(24 * 3_600_000);
    const late = await setPassword(second, password);
    test.wait(-24 * 3_600_000);
    expect(late.statusCode).toBe(403);
  });

  it("stays valid after a password that is refused", async () => {
    const { detail } = await newUser();
    const token = await tokenFor(detail.id);
    const differing = await setPassword(token, password, "something else");
    expect(differing.statusCode).toBe(422);
    expect(differing.json()).toMatchObject({
      errors: { confirmPassword: ["Passwords do not match"] },
    });
    for (const weak of ["password", "seriba-demo", "123456"]) {
      const reply = await setPassword(token, weak);
      expect(reply.json()).toHaveProperty("errors.newPassword");
    }
    expect((await setPassword(token, password)).statusCode).toBe(200);
  });

  it("is never stored or logged", async () => {
    const { detail } = await newUser();
    const token = await tokenFor(detail.id);
    await setPassword(token, password);
    expect(test.logged()).not.toContain(token);
    const rows = await kysely.selectFrom("outbox").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token);
    const tokens = await kysely.selectFrom("link_tokens").selectAll().execute();
    expect(JSON.stringify(tokens)).not.toContain(token);
  });

  it("can be sent again, once until it is sent", async () => {
    const { detail } = await newUser();
    const url = `/api/users/${detail.id}/password-link`;
    for (let click = 0; click < 2; click += 1)
      await test.call({ method: "POST", url, ...admin });
    const waiting = await kysely
      .selectFrom("outbox")
      .where("user_id", "=", detail.id)
      .select("id")
      .execute();
    expect(waiting).toHaveLength(1);
    const unknown = {
      method: "POST",
      url: "/api/users/999999/password-link",
    } as const;
    expect((await test.call({ ...unknown, ...admin })).statusCode).toBe(404);
  });
});

describe("changing a user", () => {
  let user: SaveUserReply;
  let cookies: Record<string, string>;

  beforeEach(async () => {
    user = await newUser();
    await setPassword(await tokenFor(user.detail.id), password);
    cookies = cookiesOf(await logIn(user.detail.email));
    user = (
      await test.call({ url: `/api/users/${user.detail.id}`, ...admin })
    ).json<SaveUserReply>();
  });

  const profile = () => test.call({ url: "/api/user/view-profile", cookies });

  it.each([
    ["a disabled account", { level: "disabled" }],
    ["another role", { role: "dealer" }],
    ["another level", { level: "restricted" }],
  ])("ends open sessions at once: %s", async (_name, fields) => {
    expect((await profile()).statusCode).toBe(200);
    expect((await change(user, fields)).statusCode).toBe(200);
    expect((await profile()).statusCode).toBe(401);
    const refreshed = await test.call({
      url: "/api/auth/update",
      headers: { "sec-fetch-site": "same-origin" },
      cookies,
    });
    expect(refreshed.statusCode).toBe(401);
  });

  it("keeps sessions and applies changed permissions at once", async () => {
    await profile();
    await change(user, { deniedFlags: ["carAuctionsView"], allowedFlags: [] });
    const { permission } = (await profile()).json<{
      permission: Record<string, boolean>;
    }>();
    expect(permission).toMatchObject({
      carAuctionsView: false,
      shareCar: true,
      adjustmentPriceShow: false,
    });
  });

  it("keeps the exceptions and takes the flags of the new role", async () => {
    const reply = await change(user, { role: "dealer" });
    expect(reply.json()).toMatchObject({
      detail: {
        role: "dealer",
        allowedFlags: ["adjustmentPriceShow"],
        deniedFlags: ["shareCar"],
      },
    });
    const { permissions } = await kysely
      .selectFrom("users")
      .where("id", "=", user.detail.id)
      .select("permissions")
      .executeTakeFirstOrThrow();
    expect(permissions).toMatchObject({ dealerBidAccess: true });
  });

  it("keeps the limits and the country that the body leaves out", async () => {
    const { detail, version } = await newUser({ country: "KE" });
    const left = { creditLimit: undefined, dailyBidLimit: undefined };
    const reply = await change({ ...user, detail, version }, left);
    const { creditLimit, dailyBidLimit } = body;
    expect(reply.json()).toMatchObject({
      detail: { creditLimit, dailyBidLimit, country: "KE" },
    });
  });

  it("rejects an edit of an older version and shows the current row", async () => {
    await change(user, { fullName: "Maria Silva" });
    const stale = await change(user, { fullName: "Maria Souza" });
    expect(stale.statusCode).toBe(409);
    expect(stale.json()).toMatchObject({
      current: { fullName: "Maria Silva", version: user.version + 1 },
    });
  });

  it("needs the version that the administrator has seen", async () => {
    const reply = await test.call({
      method: "PUT",
      url: `/api/users/${user.detail.id}`,
      payload: body,
      ...admin,
    });
    expect(reply.statusCode).toBe(428);
  });

  it("does not let administrators change their own role or level", async () => {
    const own = (
      await test.call({ url: `/api/users/${adminId}`, ...admin })
    ).json<SaveUserReply>();
    const reply = await change(own, { role: "manager" });
    expect(reply.json()).toHaveProperty("errors.role");
    const kept = await change(own, { role: "admin", managerEmail: undefined });
    expect(kept.statusCode).toBe(200);
  });

  it("is for administrators", async () => {
    expect((await change(user, {}, manager)).statusCode).toBe(403);
  });
});

it("offers countries to everybody who is signed in", async () => {
  const url = "/api/users/countries";
  const reply = await test.call({ url, ...manager });
  const { options } = reply.json<PeopleReply>();
  expect(options).toContainEqual({ value: "PT", label: "Portugal" });
  expect((await test.call({ url })).statusCode).toBe(401);
});

describe("the list of users", () => {
  const list = (query: string, { cookies } = admin) =>
    test.call({ url: `/api/users?${query}`, cookies });

  it("is offered as manager or dealer of others by the role", async () => {
    const dealer = await newUser({ role: "dealer", fullName: "Igor Dealer" });
    const former = { fullName: "Former Dealer", level: "disabled" } as const;
    await newUser({ role: "dealer", ...former });
    const { cookies } = admin;
    const { options } = (
      await test.call({ url: "/api/users/dealers", cookies })
    ).json<PeopleReply>();
    const { email } = dealer.detail;
    expect(options).toContainEqual({
      value: email,
      label: `Igor Dealer (${email})`,
    });
    const labels = options.map(({ label }) => label).join();
    expect(labels).not.toContain("Former Dealer");
    const refused = await test.call({
      url: "/api/users/managers",
      cookies: manager.cookies,
    });
    expect(refused.statusCode).toBe(403);
  });

  it("is found by name, e-mail and role", async () => {
    const named = await list("searchField=name&searchText=morozov");
    expect(named.json()).toMatchObject({
      rows: [{ fullName: "Viktor Morozov", role: "dealer" }],
    });
    const dealers = await list("role=dealer&level=standard");
    expect(
      dealers.json<{ rows: { role: string }[] }>().rows.map(({ role }) => role),
    ).toContain("dealer");
  });

  it("counts the roles", async () => {
    const reply = await test.call({ url: "/api/users/filters", ...admin });
    const { role } = reply.json<{
      role: { value: string; counter: number }[];
    }>();
    expect(role.find(({ value }) => value === "admin")?.counter).toBe(1);
  });

  it("is for administrators", async () => {
    expect((await list("", manager)).statusCode).toBe(403);
  });
});
