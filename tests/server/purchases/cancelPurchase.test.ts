import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { placeBid } from "../../../server/bidding/placeBid";
import { findViewer } from "../../../server/identity";
import { signIn, testApp } from "../../support/app";
import { addLot, bidOn } from "../bidding/support";

const server = await testApp();
const { context, ids } = server;
const { kysely } = context.database;
const userId = ids["client@seriba.test"] ?? "";
const people = {
  client: await signIn(server, "client"),
  manager: await signIn(server, "manager"),
  admin: await signIn(server, "admin"),
};
type Json = Record<string, unknown>;
let keys = 0;
let bidId: string;
let id: string;

const send = (
  method: "POST" | "PUT",
  url: string,
  payload: Json,
  { who = "admin", key = "" }: { who?: keyof typeof people; key?: string } = {},
) =>
  server.call({
    ...{ method, url: `/api${url}`, payload },
    headers: { "idempotency-key": key || `cancel-test-${(keys += 1)}` },
    ...people[who],
  });
const purchase = async () => {
  const reply = await server.call({
    url: `/api/lists/purchased-cars/${id}`,
    ...people.client,
  });
  return reply.json<{ detail: Json }>().detail;
};
const balance = async () => {
  const { rows } = await sql<{ balance: number }>`
    select balance::float8 from accounts where user_id = ${userId}`.execute(
    kysely,
  );
  return rows[0]?.balance ?? 0;
};
const win = async () => {
  const { version } = await kysely
    .selectFrom("bids")
    .select("version")
    .where("id", "=", bidId)
    .executeTakeFirstOrThrow();
  const outcome = { outcome: "win", price: 140_000, reason: "Bought" };
  const reply = await send("PUT", "/bid/correct-outcome", {
    ...{ bidId, version, ...outcome, takenFrom: null, takenFromVersion: null },
  });
  expect(reply.statusCode).toBe(200);
};
const cancel = async (body: Json = {}, options = {}) => {
  const { version } = await purchase();
  const usual = { purchaseId: id, version, penalty: 80_000 };
  const reason = " The client withdrew ";
  return send(
    ...(["POST", "/purchased-cars/cancel"] as const),
    { ...usual, reason, ...body },
    options,
  );
};

beforeAll(async () => {
  const viewer = await findViewer(kysely, userId);
  if (!viewer) throw new Error("The client cannot sign in.");
  const lot = await addLot(context.database, { startPrice: 100_000 });
  const { result } = await placeBid(context, {
    client: { viewer, fullName: "Client" },
    body: bidOn(lot, { amount: 150_000, bidType: 1 }),
    key: null,
  });
  ({ bidId } = result);
  server.setNow("2026-11-20T16:00:00+09:00");
  for (const who of ["client", "manager", "admin"] as const)
    people[who] = await signIn(server, who);
  await win();
  const { record_id } = await kysely
    .selectFrom("purchases")
    .select("record_id")
    .where("bid_id", "=", bidId)
    .executeTakeFirstOrThrow();
  id = record_id ?? "";
});

describe("a purchase that is cancelled after the hammer", () => {
  it("needs the rights to outcomes and money", async () => {
    for (const who of ["client", "manager"] as const)
      expect((await cancel({}, { who })).statusCode).toBe(403);
  });

  it("costs the penalty instead of the price, once", async () => {
    const before = await balance();
    const { version } = await purchase();
    const [one, other] = await Promise.all([
      cancel({ version }, { key: "cancel-once" }),
      cancel({ version }, { key: "cancel-once" }),
    ]);
    expect(one.json()).toMatchObject({ result: { penalty: 80_000 } });
    expect(other.json()).toEqual(one.json());
    expect(await balance()).toBe(before + 140_000 - 80_000);
    expect(await purchase()).toMatchObject({
      ...{ ending: "cancelled", status: 7, totalPrice: 80_000 },
      ...{ endingReason: "The client withdrew", cancelPenalty: 80_000 },
    });
    const { version: present } = await purchase();
    expect((await cancel({ version: present })).statusCode).toBe(200);
    expect((await cancel({ version: present })).statusCode).toBe(409);
  });

  it("gets another penalty and reason while it is cancelled", async () => {
    const before = await balance();
    const changes = { penalty: 70_000, reason: "Agreed with the client" };
    expect((await cancel(changes)).statusCode).toBe(200);
    expect(await balance()).toBe(before + 10_000);
    expect(await purchase()).toMatchObject({
      ...{ totalPrice: 70_000, endingReason: "Agreed with the client" },
    });
  });

  it("loses the penalty once its bid wins again, and costs an amount of its own then", async () => {
    await win();
    expect(await purchase()).toMatchObject({
      ...{ ending: "none", totalPrice: 140_000 },
      ...{ endingReason: null, cancelPenalty: null },
    });
    const stale = await cancel({ version: 1 });
    expect(stale.statusCode).toBe(409);
    expect((await cancel({ penalty: 0 })).statusCode).toBe(200);
    expect(await purchase()).toMatchObject({ totalPrice: 0 });
  });
});
