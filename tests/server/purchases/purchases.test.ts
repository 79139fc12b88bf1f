import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { inTransaction } from "../../../server/platform/database";
import { placeBid } from "../../../server/bidding/placeBid";
import { adoptionJob } from "../../../server/purchases/purchases";
import { findViewer } from "../../../server/identity";
import { signIn, testApp } from "../../support/app";
import { addLot, bidOn } from "../bidding/support";

type Json = Record<string, unknown>;

const server = await testApp();
const { context, ids } = server;
const people = {
  client: await signIn(server, "client"),
  dealer: await signIn(server, "dealer"),
  manager: await signIn(server, "manager"),
};
type Who = keyof typeof people;
const at = () => context.clock.now();

const read = (who: Who, path = "") =>
  server.call({ url: `/api/purchased-cars${path}`, ...people[who] });
const detailOf = async (who: Who, id: string) =>
  server.call({ url: `/api/lists/purchased-cars/${id}`, ...people[who] });
const move = (who: Who, id: string, payload: Json) =>
  server.call({
    ...{ method: "PATCH", url: `/api/lists/purchased-cars/${id}`, payload },
    ...people[who],
  });
const listFor = async (who: Who, query = "") => {
  const reply = await read(who, `/list${query}`);
  expect(reply.statusCode).toBe(200);
  return reply.json<{
    carsList: Json[];
    statusList: { status: string; count: number }[];
    pageInfo: Json;
  }>();
};

let bid: { userId: string; bidId: string };
let purchaseId: string;

const win = () =>
  inTransaction(context.database, (trx) =>
    context.ports.purchases.create(trx, {
      ...{ ...bid, day: "2026-11-19", at: at() },
      actor: { userId: ids["manager@seriba.test"] ?? "", fullName: "Manager" },
    }),
  );
const lose = (reason?: string) =>
  inTransaction(context.database, (trx) =>
    context.ports.purchases.cancel(trx, {
      ...{ ...bid, actor: "system", at: at(), reason },
      day: "2026-11-19",
    }),
  );
const dataOf = async () => {
  const { rows } = await sql<{ data: Json; count: string }>`
    select data, (select count(*) from records
      where row_schema = 'purchase' and data ->> 'bidId' = ${bid.bidId}) as count
    from records where row_schema = 'purchase'
      and data ->> 'bidId' = ${bid.bidId}`.execute(context.database.kysely);
  expect(rows).toHaveLength(1);
  return rows[0]?.data ?? {};
};

beforeAll(async () => {
  const viewer = await findViewer(
    context.database.kysely,
    ids["client@seriba.test"] ?? "",
  );
  if (!viewer) throw new Error("The client cannot sign in.");
  const lot = await addLot(context.database, { startPrice: 100_000 });
  const { result } = await placeBid(context, {
    client: { viewer, fullName: "Client" },
    body: bidOn(lot, { amount: 350_000, bidType: 1 }),
    key: null,
  });
  bid = { userId: viewer.userId, bidId: result.bidId };
  await win();
  const [row] = (await listFor("manager")).carsList;
  purchaseId = String(row?.id);
});

describe("a purchase", () => {
  it("has the car as it was when the bid won, and the first state of each track", async () => {
    const reply = await detailOf("client", purchaseId);
    expect(reply.statusCode).toBe(200);
    expect(reply.json<{ detail: Json }>().detail).toMatchObject({
      ...{ bidId: bid.bidId, status: 0, carState: "won", ending: "none" },
      ...{ papersState: "waiting", moneyState: "open", claimState: "none" },
      ...{ nextAction: "invoice", nextBy: "agent" },
    });
    await sql`update bids set grade = 'Another' where id = ${bid.bidId}`.execute(
      context.database.kysely,
    );
    expect(await dataOf()).not.toMatchObject({ grade: "Another" });
  });

  it("is read by its client and by managers, and by a dealer with the flag", async () => {
    const countFor = async (who: Who) => (await listFor(who)).carsList.length;
    expect(await countFor("client")).toBe(1);
    expect(await countFor("manager")).toBe(1);
    expect(await countFor("dealer")).toBe(0);
    expect((await detailOf("dealer", purchaseId)).statusCode).toBe(404);
    await context.database.kysely
      .updateTable("users")
      .set({ dealer_id: ids["dealer@seriba.test"] })
      .where("id", "=", bid.userId)
      .execute();
    expect(await countFor("dealer")).toBe(1);
    expect((await detailOf("dealer", purchaseId)).statusCode).toBe(200);
  });

  it("has counters of its statuses and no call that adds or removes it", async () => {
    const { statusList } = await listFor("client");
    expect(statusList).toContainEqual({ status: "0", count: 1 });
    expect(statusList).toContainEqual({ status: "All", count: 1 });
    const created = await server.call({
      ...{ method: "POST", url: "/api/lists/purchased-cars", payload: {} },
      ...people.manager,
    });
    expect(created.statusCode).toBe(404);
    const removed = await server.call({
      ...{ method: "DELETE", url: `/api/lists/purchased-cars/${purchaseId}` },
      headers: { "if-match": '"1"' },
      ...people.manager,
    });
    expect(removed.statusCode).toBe(404);
  });

  it("moves along its tracks, and its status and next step follow", async () => {
    const refused = await move("manager", purchaseId, { carState: "sailed" });
    expect(refused.statusCode).toBe(409);
    const collected = { carState: "collected", collectedOn: "2026-11-21" };
    expect((await move("client", purchaseId, collected)).statusCode).toBe(403);
    expect((await move("manager", purchaseId, collected)).statusCode).toBe(200);
    expect(await dataOf()).toMatchObject({ status: 1, carState: "collected" });
    const invoice = {
      ...{ moneyState: "invoiced", invoiceNo: "INV-1" },
      paymentDue: "2026-11-24",
    };
    await move("manager", purchaseId, invoice);
    expect(
      (await move("client", purchaseId, { moneyState: "proofSent" }))
        .statusCode,
    ).toBe(200);
    expect(await dataOf()).toMatchObject({
      ...{ moneyState: "proofSent", status: 1 },
    });
    const taken = { moneyState: "received", receivedOn: "2026-11-24" };
    expect((await move("client", purchaseId, taken)).statusCode).toBe(403);
  });

  it("shows internal documents to managers alone, and changes no field of a client without a move", async () => {
    const detail = (await detailOf("client", purchaseId)).json<{
      detail: Json;
    }>().detail;
    expect(detail).not.toHaveProperty("internalDocuments");
    expect(detail).not.toHaveProperty("remarks");
    const rewritten = { claimState: "none", claimText: "A scratch" };
    expect((await move("client", purchaseId, rewritten)).statusCode).toBe(403);
    const empty = { papersState: null };
    expect((await move("client", purchaseId, empty)).statusCode).toBe(400);
  });

  it("goes back one step for managers, with what its step requires kept", async () => {
    const back = await move("manager", purchaseId, { moneyState: "invoiced" });
    expect(back.statusCode).toBe(200);
    const again = await move("manager", purchaseId, {
      moneyState: "proofSent",
    });
    expect(again.statusCode).toBe(200);
    const form = await detailOf("manager", purchaseId);
    const emptied = await server.call({
      method: "PUT",
      url: `/api/lists/purchased-cars/${purchaseId}`,
      headers: { "if-match": String(form.headers.etag) },
      payload: { paymentDue: "2026-11-24", collectedOn: "2026-11-21" },
      ...people.manager,
    });
    expect(emptied.statusCode).toBe(422);
    expect(Object.keys(emptied.json<{ errors: Json }>().errors)).toEqual([
      "invoiceNo",
    ]);
  });

  it("refuses values for its derived fields", async () => {
    const reply = await move("manager", purchaseId, { status: 5 });
    expect(reply.statusCode).toBe(400);
  });

  it("in progress is taken back only with a reason", async () => {
    await expect(lose()).rejects.toMatchObject({ code: "purchase_advanced" });
    await lose("The seller has withdrawn the car");
    expect(await dataOf()).toMatchObject({
      ...{ ending: "cancelled", status: 7, nextAction: null },
    });
  });

  it("of a former version gets a record with its status", async () => {
    await sql`update purchases set record_id = null, status = 5
      where bid_id = ${bid.bidId}`.execute(context.database.kysely);
    await sql`delete from records where row_schema = 'purchase'`.execute(
      context.database.kysely,
    );
    const job = adoptionJob(context);
    await job.run(new AbortController().signal);
    expect(await dataOf()).toMatchObject({
      ...{ status: 5, carState: "released", papersState: "sent" },
      ...{ bidId: bid.bidId, nextAction: null },
    });
    await lose("The seller has withdrawn the car");
  });

  it("that was cancelled goes on where it was if the bid wins again", async () => {
    await win();
    expect(await dataOf()).toMatchObject({
      ...{ ending: "none", status: 5, carState: "released" },
    });
    const before = await dataOf();
    await win();
    expect(await dataOf()).toEqual(before);
  });
});
