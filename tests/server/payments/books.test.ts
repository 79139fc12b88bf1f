import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import type {
  CloseMonthReply,
  ErrorReply,
  RemittanceReply,
  ReversalReply,
} from "../../../generated/schemas";
import { reverseTransfer } from "../../../server/payments/ledger";
import { signIn, testApp, type Account } from "../../support/app";

const server = await testApp();
const { ids } = server;
const { kysely } = server.context.database;
const userId = ids["client@seriba.test"] ?? "";
const sessions = new Map<Account, { cookies: Record<string, string> }>();
let keys = 0;

beforeAll(async () => {
  for (const account of ["client", "manager", "admin"] as const)
    sessions.set(account, await signIn(server, account));
});

const post = (
  call: "remittance" | "reversal" | "close-month",
  payload: object,
  {
    account = "admin",
    key = `books-test-${(keys += 1)}`,
  }: { account?: Account; key?: string | null } = {},
) =>
  server.call({
    method: "POST",
    url: `/api/payments/${call}`,
    payload,
    ...(key !== null && { headers: { "idempotency-key": key } }),
    ...sessions.get(account),
  });
const codeOf = async (reply: ReturnType<typeof post>) => {
  const answer = await reply;
  return [answer.statusCode, answer.json<ErrorReply>().messageCode];
};
const deposit = async (amount: number, date = "2026-11-20") =>
  (await post("remittance", { userId, amount, date })).json<RemittanceReply>()
    .result;
const transfer = (id: string) =>
  kysely
    .selectFrom("ledger_transfers")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
const reason = "Paid for another client";

describe("the reversal of a deposit", () => {
  it("takes the money back by a transfer with a reason, and leaves the deposit", async () => {
    const { id, balance } = await deposit(150_000);
    const body = { transferId: id, reason: ` ${reason} ` };
    const key = "the-only-reversal";
    const reply = await post("reversal", body, { key });
    const { result } = reply.json<ReversalReply>();
    expect(result.balance).toBe(balance - 150_000);
    const again = await post("reversal", body, { key });
    expect(again.json()).toEqual(reply.json());
    const paid = await transfer(id);
    expect(await transfer(result.id)).toMatchObject({
      ...{ kind: "reversal", reverses_id: id, amount: "150000" },
      ...{ debit_id: paid.credit_id, credit_id: paid.debit_id },
      ...{ note: reason, actor_name: "Kenji Mori", value_day: "2026-11-20" },
    });
    expect(paid.kind).toBe("remittance");
    expect(await codeOf(post("reversal", body))).toEqual([
      409,
      "already_reversed",
    ]);
    const undone = { ...body, transferId: result.id };
    expect(await codeOf(post("reversal", undone))).toEqual([
      409,
      "not_reversible",
    ]);
  });

  it("may leave the client with debts", async () => {
    const { id } = await deposit(700);
    const { balance } = await deposit(1);
    const all = await kysely
      .selectFrom("ledger_transfers")
      .select("id")
      .where("kind", "=", "opening")
      .where("credit_balance", "=", "2400000")
      .executeTakeFirstOrThrow();
    await post("reversal", { transferId: all.id, reason });
    const reply = await post("reversal", { transferId: id, reason });
    expect(reply.json<ReversalReply>().result.balance).toBe(
      balance - 2_400_000 - 700,
    );
  });

  it("needs a right, a key, a reason and a transfer", async () => {
    const { id: transferId } = await deposit(700);
    const body = { transferId, reason };
    for (const account of ["client", "manager"] as const)
      expect((await codeOf(post("reversal", body, { account })))[0]).toBe(403);
    expect(await codeOf(post("reversal", body, { key: null }))).toEqual([
      428,
      "key_required",
    ]);
    const blank = { transferId, reason: "  " };
    expect((await codeOf(post("reversal", blank)))[0]).toBe(400);
    const unknown = { transferId: "999999", reason };
    expect((await codeOf(post("reversal", unknown)))[0]).toBe(404);
  });
});

describe("the list of transfers", () => {
  const list = (query: string, account: Account = "admin") =>
    server.call({
      url: `/api/lists/transfers?${query}`,
      ...sessions.get(account),
    });

  it("has the balance after each transfer of a client, the last first", async () => {
    const paid = await deposit(150_000);
    const reply = await post("reversal", { transferId: paid.id, reason });
    const { result } = reply.json<ReversalReply>();
    const found = await list(`user=${userId}`);
    expect(found.json<{ rows: object[] }>().rows.slice(0, 2)).toMatchObject([
      {
        ...{ transferId: result.id, kind: "reversal", change: -150_000 },
        ...{ balance: paid.balance - 150_000, isReversed: false, note: reason },
        ...{ userId, client: "Anna Larsen", actor: "Kenji Mori" },
      },
      {
        ...{ transferId: paid.id, kind: "remittance", change: 150_000 },
        ...{ balance: paid.balance, isReversed: true, bankDay: "2026-11-20" },
      },
    ]);
  });

  it("adds up to the balance of each client", async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int from accounts where balance <> (
        select coalesce(sum(change), 0) from client_transfers
        where client_transfers.user_id = accounts.user_id)`.execute(kysely);
    expect(rows).toEqual([{ count: 0 }]);
  });

  it("needs the right to record money", async () => {
    for (const account of ["client", "manager"] as const)
      expect((await list("", account)).statusCode).toBe(403);
  });
});

describe("the close of a month", () => {
  it("is refused until the month has ended, and for a closed one", async () => {
    const close = (month: string) => codeOf(post("close-month", { month }));
    expect(await close("2026-11")).toEqual([422, "month_open"]);
    expect(await close("2026-13")).toEqual([400, "invalid_request"]);
    const reply = await post("close-month", { month: "2026-09" });
    expect(reply.json<CloseMonthReply>().result).toEqual({
      closedThrough: "2026-09-30",
    });
    expect(await close("2026-09")).toEqual([422, "month_open"]);
    expect(await close("2026-08")).toEqual([422, "month_open"]);
    const events = await kysely
      .selectFrom("security_events")
      .select(["actor_id", "detail"])
      .where("event", "=", "books-closed")
      .execute();
    expect(events).toEqual([
      { actor_id: ids["admin@seriba.test"], detail: "2026-09" },
    ]);
  });

  it("lets a late deposit count on the first open day, beside the day of the bank", async () => {
    const { id } = await deposit(700, "2026-09-15");
    expect(await transfer(id)).toMatchObject({
      ...{ value_day: "2026-10-01", bank_day: "2026-09-15" },
    });
  });

  it("is offered for the months that have ended since the last closed one", async () => {
    const url = "/api/payments/open-months";
    const admin = sessions.get("admin");
    const reply = await server.call({ url, ...admin });
    expect(reply.json()).toEqual({
      success: true,
      options: [{ value: "2026-10", label: "October 2026" }],
    });
    const russian = { "accept-language": "ru" };
    const other = await server.call({ url, ...admin, headers: russian });
    expect(other.json<{ options: unknown[] }>().options).toEqual([
      { value: "2026-10", label: "октябрь 2026 г." },
    ]);
    const manager = sessions.get("manager");
    expect((await server.call({ url, ...manager })).statusCode).toBe(403);
  });

  it("lets a deposit of a closed month be reversed today", async () => {
    const { id } = await deposit(700, "2026-10-15");
    await post("close-month", { month: "2026-10" });
    const reply = await post("reversal", { transferId: id, reason });
    const { result } = reply.json<ReversalReply>();
    expect(await transfer(result.id)).toMatchObject({
      ...{ value_day: "2026-11-20", bank_day: null },
    });
  });

  it("lets a reversal that began before it count on the first open day", async () => {
    const { id } = await deposit(700);
    await kysely
      .updateTable("ledger_period")
      .set({ closed_through: "2026-11-30" })
      .execute();
    const reversal = await kysely.transaction().execute((trx) =>
      reverseTransfer(trx, {
        ...{ transferId: id, actor: "system" },
        at: new Date("2026-11-30T23:59:59+09:00"),
      }),
    );
    expect((await transfer(reversal)).value_day).toBe("2026-12-01");
  });

  it("is left to people with the right", async () => {
    for (const account of ["client", "manager"] as const)
      expect(
        (
          await codeOf(post("close-month", { month: "2026-08" }, { account }))
        )[0],
      ).toBe(403);
  });
});
