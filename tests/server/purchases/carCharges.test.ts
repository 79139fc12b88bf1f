import { beforeAll, describe, expect, it } from "vitest";
import { inTransaction } from "../../../server/platform/database";
import { placeBid } from "../../../server/bidding/placeBid";
import { findViewer } from "../../../server/identity";
import { postTransfer, reverseTransfer } from "../../../server/payments/ledger";
import { signIn, testApp } from "../../support/app";
import { addLot, bidOn } from "../bidding/support";

type Charge = { bid: string; kind: string; charge: number };

const server = await testApp();
const { context, ids } = server;
const people = {
  client: await signIn(server, "client"),
  restricted: await signIn(server, "restricted"),
  dealer: await signIn(server, "dealer"),
  manager: await signIn(server, "manager"),
};
type Who = keyof typeof people;
const idOf = (who: Who) => ids[`${who}@seriba.test`] ?? "";
const day = "2026-11-19";

let bidId: string;
/** A bid of another client. */
const otherBid = "987654";

const carPrice = (owner: Who, bid: string, amount: number) =>
  inTransaction(context.database, (trx) =>
    postTransfer(trx, {
      ...{ debit: { client: idOf(owner) }, credit: "cars", kind: "carPrice" },
      ...{ amount, day, bidId: bid, note: "Internal", actor: "system" },
      at: context.clock.now(),
    }),
  );

async function chargesFor(who: Who, query = "") {
  const reply = await server.call({
    url: `/api/lists/car-charges${query}`,
    ...people[who],
  });
  expect(reply.statusCode).toBe(200);
  return reply.json<{ rows: Charge[]; totals: { charge: number } }>();
}
const bidsFor = async (who: Who, query = "") =>
  (await chargesFor(who, query)).rows.map(({ bid }) => bid);

/** Won for 350,000 yen, corrected to 340,000. */
beforeAll(async () => {
  const viewer = await findViewer(context.database.kysely, idOf("client"));
  if (!viewer) throw new Error("The client cannot sign in.");
  const lot = await addLot(context.database, { startPrice: 100_000 });
  const { result } = await placeBid(context, {
    client: { viewer, fullName: "Client" },
    body: bidOn(lot, { amount: 350_000, bidType: 1 }),
    key: null,
  });
  ({ bidId } = result);
  const at = context.clock.now();
  await inTransaction(context.database, (trx) =>
    context.ports.purchases.create(trx, {
      ...{ userId: viewer.userId, bidId, day, at, actor: "system" },
    }),
  );
  const transferId = await carPrice("client", bidId, 350_000);
  await inTransaction(context.database, (trx) =>
    reverseTransfer(trx, { transferId, actor: "system", at }),
  );
  await carPrice("client", bidId, 340_000);
  await carPrice("restricted", otherBid, 90_000);
});

describe("the costs of a won car", () => {
  it("are every line of the ledger, and add up to the total of the purchase", async () => {
    const { rows, totals } = await chargesFor("client", `?bid=${bidId}`);
    expect(rows.map(({ kind, charge }) => [kind, charge])).toEqual([
      ["carPrice", 350_000],
      ["reversal", -350_000],
      ["carPrice", 340_000],
    ]);
    const purchases = await server.call({
      url: "/api/purchased-cars/list",
      ...people.client,
    });
    const [purchase] = purchases.json<{ carsList: { totalPrice: number }[] }>()
      .carsList;
    expect(totals.charge).toBe(340_000);
    expect(purchase?.totalPrice).toBe(totals.charge);
  });

  it("are read by their client and by managers, and by no other client", async () => {
    expect(new Set(await bidsFor("client"))).toEqual(new Set([bidId]));
    expect(await bidsFor("restricted")).toEqual([otherBid]);
    expect(await bidsFor("restricted", `?bid=${bidId}`)).toEqual([]);
    expect((await chargesFor("restricted", `?bid=${bidId}`)).totals).toEqual({
      charge: 0,
    });
    expect(new Set(await bidsFor("manager"))).toEqual(
      new Set([bidId, otherBid]),
    );
  });

  it("are read by the dealer of the client, as long as the dealer reads the bids of clients", async () => {
    expect(await bidsFor("dealer")).toEqual([]);
    const { kysely } = context.database;
    await kysely
      .updateTable("users")
      .set({ dealer_id: idOf("dealer") })
      .where("id", "=", idOf("client"))
      .execute();
    expect(new Set(await bidsFor("dealer"))).toEqual(new Set([bidId]));
    const { permissions } = await kysely
      .selectFrom("users")
      .select("permissions")
      .where("id", "=", idOf("dealer"))
      .executeTakeFirstOrThrow();
    const without = { ...permissions, dealerBidAccess: false };
    await kysely
      .updateTable("users")
      .set({ permissions: JSON.stringify(without) })
      .where("id", "=", idOf("dealer"))
      .execute();
    server.wait(1_001);
    expect(await bidsFor("dealer")).toEqual([]);
  });

  it("have neither notes nor names, and leave out money without a car", async () => {
    const { rows } = await chargesFor("client");
    expect(JSON.stringify(rows)).not.toContain("Internal");
    expect(rows.map(({ kind }) => kind)).not.toContain("opening");
    const transfers = await server.call({
      url: "/api/lists/transfers",
      ...people.client,
    });
    expect(transfers.statusCode).toBe(403);
  });
});
