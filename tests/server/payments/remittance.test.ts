import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import type {
  ErrorReply,
  RemittanceBody,
  RemittanceReply,
  ViewProfileReply,
} from "../../../generated/schemas";
import { signIn, signInAnew, testApp, type Account } from "../../support/app";

const server = await testApp();
const { context, ids } = server;
const { kysely } = context.database;
const idOf = (account: Account) => ids[`${account}@seriba.test`] ?? "";

type Cookies = { cookies: Record<string, string> };
const sessions = new Map<Account, Cookies>();

let keys = 0;

const remit = (
  body: Partial<RemittanceBody>,
  account: Account = "admin",
  headers: Record<string, string> = {
    "idempotency-key": `deposit-${(keys += 1)}`,
  },
) =>
  server.call({
    method: "POST",
    url: "/api/payments/remittance",
    payload: {
      userId: idOf("client"),
      amount: 150_000,
      date: "2026-11-20",
      ...body,
    },
    headers,
    ...sessions.get(account),
  });

const profileOf = async (account: Account) =>
  (
    await server.call({
      url: "/api/user/view-profile",
      ...sessions.get(account),
    })
  ).json<ViewProfileReply>();

const remittancesOf = (userId: string) =>
  kysely
    .selectFrom("ledger_transfers as paid")
    .innerJoin("ledger_accounts as debit", "debit.id", "paid.debit_id")
    .innerJoin("ledger_accounts as credit", "credit.id", "paid.credit_id")
    .select(["debit.kind as debit", "credit.kind as credit", "amount"])
    .select(["value_day", "bank_day", "note", "actor_name"])
    .where("credit.user_id", "=", userId)
    .where("paid.kind", "=", "remittance")
    .execute();

beforeAll(async () => {
  for (const account of ["client", "manager", "restricted", "admin"] as const)
    sessions.set(account, await signIn(server, account));
});

describe("a remittance", () => {
  it("raises the balance once for each key", async () => {
    const body = { description: "  Bank transfer " };
    const headers = { "idempotency-key": "a-deposit-of-today" };
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => remit(body, "admin", headers)),
    );
    for (const reply of replies)
      expect(reply.json<RemittanceReply>().result).toMatchObject({
        balance: 2_550_000,
        restrictionLifted: false,
      });
    expect(await remittancesOf(idOf("client"))).toEqual([
      {
        debit: "bank",
        credit: "client",
        amount: "150000",
        value_day: "2026-11-20",
        bank_day: "2026-11-20",
        note: "Bank transfer",
        actor_name: "Kenji Mori",
      },
    ]);
    const { balanceInfo } = await profileOf("client");
    expect(balanceInfo).toMatchObject({
      balance: 2_550_000,
      bidAllow: 5_550_000,
    });
    const other = await remit({ amount: 1 }, "admin", headers);
    expect(other.json<ErrorReply>().messageCode).toBe("key_reused");
  });

  it("below the amount of the settings leaves the client restricted", async () => {
    const reply = await remit({ userId: idOf("restricted"), amount: 149_999 });
    expect(reply.json<RemittanceReply>().result).toMatchObject({
      ...{ balance: 149_999, restrictionLifted: false },
    });
  });

  it("lifts the restriction of a client, whose open session may bid at once", async () => {
    const before = await profileOf("restricted");
    expect(before.permission.biddingAllowed).toBe(false);
    const key = { "idempotency-key": "the-first-deposit" };
    const deposit = () => remit({ userId: idOf("restricted") }, "admin", key);
    const reply = await deposit();
    const { result } = reply.json<RemittanceReply>();
    expect(result).toMatchObject({ balance: 299_999, restrictionLifted: true });
    const { detail, permission } = await profileOf("restricted");
    expect(permission.biddingAllowed).toBe(true);
    expect(detail.userLevel).toBe(1064);
    const bid = await server.call({
      method: "POST",
      url: "/api/bid/create",
      payload: { carId: "999999", amount: 5_000, confirm: 1 },
      ...sessions.get("restricted"),
    });
    expect(bid.json<ErrorReply>().messageCode).toBe("not_found");
    expect((await deposit()).json()).toEqual(reply.json());
    const events = await kysely
      .selectFrom("security_events")
      .select(["user_id", "actor_id", "detail"])
      .where("event", "=", "rights-changed")
      .execute();
    expect(events).toEqual([
      {
        user_id: idOf("restricted"),
        actor_id: idOf("admin"),
        detail: "userLevel 984 to 1064",
      },
    ]);
  });

  const refused: [string, Partial<RemittanceBody>, number][] = [
    ["no money", { amount: 0 }, 400],
    ["part of a yen", { amount: 0.5 }, 400],
    ["more than a billion yen", { amount: 1_000_000_001 }, 400],
    ["a day to come", { date: "2026-11-21" }, 422],
    ["no day of the calendar", { date: "2026-02-30" }, 400],
    ["an unknown user", { userId: "999999" }, 404],
    ["a manager", { userId: idOf("manager") }, 404],
    ["an administrator", { userId: idOf("admin") }, 404],
  ];
  it.each(refused)("is refused for %s", async (_name, body, status) => {
    const count = async () =>
      (await kysely.selectFrom("ledger_transfers").select("id").execute())
        .length;
    const before = await count();
    expect((await remit(body)).statusCode).toBe(status);
    expect(await count()).toBe(before);
  });

  it("is recorded only by people with the right, and by managers once they have it", async () => {
    for (const account of ["client", "manager"] as const)
      expect((await remit({}, account)).statusCode).toBe(403);
    await kysely
      .updateTable("users")
      .set({ permissions: sql`permissions || '{"moneyManage": true}'` })
      .where("id", "=", idOf("manager"))
      .execute();
    sessions.set("manager", await signInAnew(server, "manager"));
    expect((await remit({}, "manager")).statusCode).toBe(200);
  });

  it("needs a key, so that a repeated call is posted once", async () => {
    const reply = await remit({}, "admin", {});
    expect(reply.statusCode).toBe(428);
    expect(reply.json<ErrorReply>().messageCode).toBe("key_required");
  });
});
