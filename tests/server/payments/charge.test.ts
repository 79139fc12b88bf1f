import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import {
  chargedLines,
  creditedLines,
  followingLines,
} from "../../../domain/carLines";
import type {
  ChargeBody,
  ChargeReply,
  ErrorReply,
} from "../../../generated/schemas";
import { accountNews } from "../../../server/payments/userAccounts";
import { findViewer } from "../../../server/identity";
import { signIn, testApp, type Account } from "../../support/app";
import { winCar } from "../purchases/winCar";

const server = await testApp();
const { context, ids } = server;
const { kysely } = context.database;
const userId = ids["client@seriba.test"] ?? "";
const sessions = new Map<Account, { cookies: Record<string, string> }>();
let keys = 0;
let purchaseId: string;
let bidId: string;

const post = (
  call: "charge" | "reversal",
  payload: object,
  {
    account = "admin",
    key = `charge-test-${(keys += 1)}`,
  }: { account?: Account; key?: string | null } = {},
) =>
  server.call({
    method: "POST",
    url: `/api/payments/${call}`,
    payload,
    ...(key !== null && { headers: { "idempotency-key": key } }),
    ...sessions.get(account),
  });

type Detail = { lines: number; totalPrice: number | null };

const purchase = async (account: Account = "admin") => {
  const reply = await server.call({
    url: `/api/lists/purchased-cars/${purchaseId}`,
    ...sessions.get(account),
  });
  return reply.json<{ detail: Detail }>().detail;
};

const balance = async () => {
  const { rows } = await sql<{ balance: number }>`
    select balance::float8 from accounts where user_id = ${userId}`.execute(
    kysely,
  );
  return rows[0]?.balance ?? 0;
};

/** Charges as somebody who has just read the purchase. */
const charge = async (
  body: Partial<ChargeBody> = {},
  options: Parameters<typeof post>[2] = {},
) => {
  const { lines } = await purchase();
  const usual = { line: "auctionFee", amount: 12_000, day: "2026-11-20" };
  return post("charge", { bidId, lines, ...usual, ...body }, options);
};

const linesFor = async (account: Account) => {
  const reply = await server.call({
    url: `/api/lists/car-charges?bid=${bidId}`,
    ...sessions.get(account),
  });
  return reply.json<{ rows: Record<string, unknown>[] }>().rows;
};

beforeAll(async () => {
  for (const account of ["client", "dealer", "manager", "admin"] as const)
    sessions.set(account, await signIn(server, account));
  purchaseId = await winCar(server, "2026-11-19");
  const found = await kysely
    .selectFrom("purchases")
    .select("bid_id")
    .where("record_id", "=", purchaseId)
    .executeTakeFirstOrThrow();
  bidId = found.bid_id;
});

describe("a cost of a car", () => {
  it("is owed by the client, and is a line with a note for the client", async () => {
    const before = await balance();
    const reply = await charge({ note: " Invoice of the house " });
    const { result } = reply.json<ChargeReply>();
    expect(result).toMatchObject({ lines: 1, total: 12_000 });
    expect(result.balance).toBe(before - 12_000);
    expect(await balance()).toBe(before - 12_000);
    expect(await purchase("client")).toMatchObject({
      ...{ lines: 1, totalPrice: 12_000 },
    });
    expect(await linesFor("client")).toMatchObject([
      {
        ...{ kind: "charge", line: "auctionFee", charge: 12_000 },
        ...{ clientNote: "Invoice of the house", isReversed: false },
      },
    ]);
  });

  it("of each kind changes the total and the balance by its amount", async () => {
    let total = (await purchase()).totalPrice ?? 0;
    let owned = await balance();
    const following: readonly string[] = followingLines;
    for (const kind of [...chargedLines, ...creditedLines]) {
      if (following.includes(kind)) continue;
      const line = kind as ChargeBody["line"];
      const isOwed = (chargedLines as readonly string[]).includes(line);
      const amount = 1_001;
      expect((await charge({ line, amount })).statusCode).toBe(200);
      total += isOwed ? amount : -amount;
      owned -= isOwed ? amount : -amount;
      expect((await purchase()).totalPrice).toBe(total);
      expect(await balance()).toBe(owned);
      expect((await linesFor("admin")).at(-1)).toMatchObject({ line });
    }
  });

  it("is taken back with a reason, and both lines stay", async () => {
    const before = await purchase();
    const { result } = (await charge({ amount: 5_000 })).json<ChargeReply>();
    const body = { transferId: result.id, reason: "Of another car" };
    expect((await post("reversal", body)).statusCode).toBe(200);
    expect(await purchase()).toMatchObject({
      ...{ totalPrice: before.totalPrice, lines: before.lines + 2 },
    });
    const lines = (await linesFor("client")).slice(-2);
    expect(lines).toMatchObject([
      { kind: "charge", isReversed: true },
      { kind: "reversal", line: "auctionFee", charge: -5_000 },
    ]);
    expect(JSON.stringify(lines)).not.toContain("Of another car");
    const again = await post("reversal", body);
    expect(again.json<ErrorReply>().messageCode).toBe("already_reversed");
  });

  it("is booked once by a repeated call, and by one of two people", async () => {
    const before = await purchase();
    const key = "one-charge-of-many";
    const usual = { line: "inland", amount: 9_000, day: "2026-11-20" };
    const body = { bidId, lines: before.lines, ...usual };
    const same = await Promise.all(
      Array.from({ length: 4 }, () => post("charge", body, { key })),
    );
    expect(same.map(({ statusCode }) => statusCode)).toEqual([
      200, 200, 200, 200,
    ]);
    const other = await post("charge", body);
    expect(other.statusCode).toBe(409);
    expect(other.json<ErrorReply>()).toMatchObject({
      ...{ messageCode: "stale_row", current: { lines: before.lines + 1 } },
    });
    expect(await purchase()).toMatchObject({
      ...{ lines: before.lines + 1 },
      totalPrice: (before.totalPrice ?? 0) + 9_000,
    });
  });

  const refused: [string, Partial<ChargeBody>, number][] = [
    ["no money", { amount: 0 }, 400],
    ["part of a yen", { amount: 0.5 }, 400],
    ["more than a billion yen", { amount: 1_000_000_001 }, 400],
    ["an unknown kind", { line: "carPrice" as "tax" }, 400],
    ["a kind that follows from a claim", { line: "refund" as "tax" }, 400],
    ["a day to come", { day: "2026-11-21" }, 422],
    ["a day before the purchase", { day: "2026-11-18" }, 422],
    ["a bid without a purchase", { bidId: "999999" }, 404],
  ];
  it.each(refused)("is refused for %s", async (_name, body, status) => {
    const before = await purchase();
    expect((await charge(body)).statusCode).toBe(status);
    expect(await purchase()).toEqual(before);
  });

  it("is booked only by people with the right, and with a key", async () => {
    for (const account of ["client", "dealer", "manager"] as const)
      expect((await charge({}, { account })).statusCode).toBe(403);
    expect((await charge({}, { key: null })).statusCode).toBe(428);
  });

  it("counts on the first open day once the books of its day are closed", async () => {
    server.setNow("2026-12-02T10:00:00+09:00");
    for (const account of ["client", "dealer", "manager", "admin"] as const)
      sessions.set(account, await signIn(server, account));
    await kysely
      .updateTable("ledger_period")
      .set({ closed_through: "2026-11-30" })
      .execute();
    await charge({ day: "2026-11-29" });
    expect((await linesFor("admin")).at(-1)).toMatchObject({
      ...{ valueDay: "2026-12-01" },
    });
  });

  it("is in the security log with its author", async () => {
    const { result } = (await charge({ amount: 77 })).json<ChargeReply>();
    const events = await kysely
      .selectFrom("security_events")
      .select(["user_id", "actor_id", "detail"])
      .where("event", "=", "costs-changed")
      .orderBy("id", "desc")
      .limit(1)
      .execute();
    expect(events).toEqual([
      {
        ...{ user_id: userId, actor_id: ids["admin@seriba.test"] },
        detail: `bid ${bidId}, transfer ${result.id}: auctionFee 77`,
      },
    ]);
  });

  it("is news for open pages of its purchase, of its client, dealer and managers alone", async () => {
    await kysely
      .updateTable("users")
      .set({ dealer_id: ids["dealer@seriba.test"] ?? null })
      .where("id", "=", userId)
      .execute();
    const last = async () => {
      const { rows } = await sql<{ last: string }>`
        select last_value::text as last from change_seq`.execute(kysely);
      return BigInt(rows[0]?.last ?? 0);
    };
    const after = await last();
    await charge({ amount: 5 });
    const news = await accountNews(context).read({ after, upTo: await last() });
    const seen = async (email: string) => {
      const viewer = await findViewer(kysely, ids[email] ?? "");
      if (!viewer) throw new Error("The person cannot sign in.");
      const own = news?.byUser?.get(viewer.userId)?.(viewer) ?? [];
      return JSON.stringify([...(news?.byRights?.(viewer) ?? []), ...own]);
    };
    const row = `{"list":"purchased-cars","ids":["${purchaseId}"]}`;
    expect(await seen("client@seriba.test")).toContain(row);
    expect(await seen("dealer@seriba.test")).toContain(row);
    expect(await seen("manager@seriba.test")).toContain(row);
    expect(await seen("restricted@seriba.test")).not.toContain(row);
  });
});
