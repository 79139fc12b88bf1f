import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { creditedLines } from "../../../domain/carLines";
import type { ChargeReply, ErrorReply } from "../../../generated/schemas";
import { purchaseKind } from "../../../server/purchases/purchaseKind";
import { checkRecordKinds } from "../../../server/workspace/checks/recordKindRules";
import { findLedgerFaults } from "../../../server/payments/proveLedger";
import { signIn, testApp } from "../../support/app";
import { pick, seeded } from "../workspace/listing/support/randomLots";
import { winCar } from "./winCar";

const server = await testApp();
const { context, ids } = server;
const { kysely } = context.database;
const people = {
  client: await signIn(server, "client"),
  manager: await signIn(server, "manager"),
  admin: await signIn(server, "admin"),
};
const userId = ids["client@seriba.test"] ?? "";
let keys = 0;
let id: string;
let bidId: string;

type Json = Record<string, unknown>;

const move = (payload: Json, who: keyof typeof people = "admin") =>
  server.call({
    ...{ method: "PATCH", url: `/api/lists/purchased-cars/${id}`, payload },
    ...people[who],
  });
const post = (call: "charge" | "reversal", payload: Json) =>
  server.call({
    ...{ method: "POST", url: `/api/payments/${call}`, payload },
    headers: { "idempotency-key": `caused-lines-${(keys += 1)}` },
    ...people.admin,
  });
const purchase = async () => {
  const reply = await server.call({
    url: `/api/lists/purchased-cars/${id}`,
    ...people.client,
  });
  return reply.json<{ detail: Json }>().detail;
};
const linesOf = async () => {
  const reply = await server.call({
    url: `/api/lists/car-charges?bid=${bidId}`,
    ...people.client,
  });
  return reply.json<{ rows: Json[] }>().rows;
};
const transfersOf = async () => {
  const { rows } = await sql<{ id: string }>`
    select id::text from ledger_transfers where bid_id = ${bidId} order by id`.execute(
    kysely,
  );
  return rows.map((row) => row.id);
};
const balance = async () => {
  const { rows } = await sql<{ balance: number }>`
    select balance::float8 from accounts where user_id = ${userId}`.execute(
    kysely,
  );
  return rows[0]?.balance ?? 0;
};

const opened = { claimState: "opened", claimText: "The gearbox slips" };
const settled = {
  ...{ claimState: "settled", claimResult: "The house pays half" },
  claimRefund: 45_000,
};
const begin = async () => {
  id = await winCar(server, "2026-11-19");
  const found = await kysely
    .selectFrom("purchases")
    .select("bid_id")
    .where("record_id", "=", id)
    .executeTakeFirstOrThrow();
  bidId = found.bid_id;
};
beforeAll(begin);

describe("a claim", () => {
  it("is settled with the amount that goes back to the client", async () => {
    const before = await balance();
    expect((await move(opened, "client")).statusCode).toBe(200);
    const asked = await move({ ...settled, claimRefund: null });
    expect(asked.statusCode).toBe(422);
    expect(await linesOf()).toEqual([]);
    expect((await move(settled)).statusCode).toBe(200);
    expect(await balance()).toBe(before + 45_000);
    expect(await purchase()).toMatchObject({
      ...{ claimState: "settled", claimRefund: 45_000, totalPrice: -45_000 },
      claimResult: "The house pays half",
    });
    expect(await linesOf()).toMatchObject([
      {
        ...{ kind: "credit", line: "refund", charge: -45_000 },
        clientNote: "The house pays half",
      },
    ]);
  });

  it("has a refund that only the claim itself takes back, once", async () => {
    const [transferId] = await transfersOf();
    const refused = await post("reversal", { transferId, reason: "Wrong" });
    expect(refused.json<ErrorReply>().messageCode).toBe("not_reversible");
    const before = await balance();
    expect((await move({ claimState: "opened" })).statusCode).toBe(200);
    await move({ claimState: "opened" });
    expect(await balance()).toBe(before - 45_000);
    expect(await purchase()).toMatchObject({ totalPrice: 0, lines: 2 });
  });

  it("that is refused, or settled without money, posts nothing", async () => {
    const refused = { claimState: "refused", claimResult: "Too late" };
    expect((await move(refused)).statusCode).toBe(200);
    expect((await move({ claimState: "opened" })).statusCode).toBe(200);
    const reply = await move({ ...settled, claimRefund: 0 });
    expect(reply.statusCode).toBe(200);
    expect(await purchase()).toMatchObject({ totalPrice: 0, lines: 2 });
  });

  it("is settled only by people who may book costs", async () => {
    await move({ claimState: "opened" });
    expect((await move(settled, "manager")).statusCode).toBe(403);
    expect((await move({ ...settled, claimRefund: 0 })).statusCode).toBe(200);
    const raised = await move({ claimRefund: 30_000 }, "manager");
    expect(raised.statusCode).toBe(403);
    expect(await purchase()).toMatchObject({ claimRefund: 0, totalPrice: 0 });
  });

  it("is settled by one of two people", async () => {
    await move({ claimState: "opened" });
    const before = await balance();
    const replies = await Promise.all([
      move({ ...settled, claimRefund: 10_000 }),
      move({ ...settled, claimRefund: 20_000 }),
    ]);
    expect(replies.filter((reply) => reply.statusCode === 200)).toHaveLength(1);
    const refund = (await purchase()).claimRefund as number;
    expect(await balance()).toBe(before + refund);
  });
});

describe("a resale", () => {
  it("gives its proceeds to the client, and takes them back with the end", async () => {
    await begin();
    const resold = { ending: "resold", endingReason: "Never paid" };
    expect((await move(resold)).statusCode).toBe(422);
    const reply = await move({ ...resold, resaleProceeds: 310_000 });
    expect(reply.statusCode).toBe(200);
    expect(await purchase()).toMatchObject({ totalPrice: -310_000 });
    expect((await move({ ending: "none" })).statusCode).toBe(200);
    expect(await purchase()).toMatchObject({ totalPrice: 0, lines: 2 });
  });
});

it("adds up all lines to the total, which moves the balance, in any order of work", async () => {
  const random = seeded(1);
  await begin();
  await move(opened);
  const start = await balance();
  const charged = new Map<string, number>();
  let claim = 0;
  let resale = 0;
  const works = {
    charge: async () => {
      const line = pick(random, ["inland", "tax", "freight", "discount"]);
      const amount = 1 + random(1_000_000);
      const { lines } = await purchase();
      const day = "2026-11-20";
      const body = { bidId, lines, line, amount, day };
      const reply = await post("charge", body);
      const isBack = (creditedLines as readonly string[]).includes(line);
      const { id: transfer } = reply.json<ChargeReply>().result;
      charged.set(transfer, isBack ? -amount : amount);
      expect((await post("charge", body)).statusCode).toBe(409);
    },
    reverse: async () => {
      const [transferId] = charged.keys();
      if (transferId === undefined) return;
      const body = { transferId, reason: "Wrong car" };
      expect((await post("reversal", body)).statusCode).toBe(200);
      expect((await post("reversal", body)).statusCode).toBe(409);
      charged.delete(transferId);
    },
    settle: async () => {
      const claimRefund = random(500_000);
      const reply = await move({ ...settled, claimRefund });
      if (reply.statusCode === 200) claim = claimRefund;
    },
    reopen: async () => {
      const reply = await move({ claimState: "opened" });
      if (reply.statusCode === 200) claim = 0;
    },
    resell: async () => {
      const resaleProceeds = random(900_000);
      const resold = { ending: "resold", endingReason: "Never paid" };
      const reply = await move({ ...resold, resaleProceeds });
      if (reply.statusCode === 200) resale = resaleProceeds;
    },
    keep: async () => {
      const reply = await move({ ending: "none" });
      if (reply.statusCode === 200) resale = 0;
    },
  };
  const names = Object.keys(works) as (keyof typeof works)[];
  for (let step = 0; step < 25; step += 1) {
    const name = pick(random, names);
    await works[name]();
    const sum = [...charged.values()].reduce((all, one) => all + one, 0);
    const total = sum - claim - resale;
    const about = `${name}, step ${step}`;
    expect((await purchase()).totalPrice ?? 0, about).toBe(total);
    expect(start - (await balance()), about).toBe(total);
  }
  expect(await findLedgerFaults(context.database)).toEqual([]);
});

it("belongs to rows without calls that would leave out their lines", () => {
  const { workspace, ...declared } = context.declarations.current();
  const cars = workspace.resource("purchased-cars");
  const imported = workspace.resource("shipments").calls.import;
  const check = (calls: typeof cars.calls) =>
    checkRecordKinds((row) => (row === "purchase" ? purchaseKind : undefined))({
      ...{ ...declared, dashboards: [] },
      resources: [{ ...cars, calls }],
    }).filter(({ file }) => file === "resources/purchased-cars.json");
  expect(check(cars.calls)).toEqual([]);
  expect(check({ ...cars.calls, import: imported })).toMatchObject([
    { pointer: "/calls/import" },
  ]);
});
