import { beforeAll, describe, expect, it } from "vitest";
import { postRemittance } from "../../../server/payments";
import { postTransfer, reverseTransfer } from "../../../server/payments/ledger";
import { inTransaction } from "../../../server/platform/database";
import { signIn, testApp } from "../../support/app";
import { winCar } from "./winCar";

type Payment = {
  id: string;
  type: string;
  purpose: string;
  description: string | null;
  lotNo: string | null;
  purchaseId: string | null;
  eta: string | null;
  amount: number;
  balance: number;
  isReversed: boolean;
};
type Reply = {
  records: Payment[];
  typesList: { status: string; count: number }[];
  purposesList: { value: string; counter: number }[];
  totalBalance: number;
  totalReceived: number;
  totalSpent: number;
};

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
const at = context.clock.now();
const day = "2026-11-19";

const get = (who: Who, url: string) => server.call({ url, ...people[who] });
async function paymentsFor(who: Who, query = ""): Promise<Reply> {
  const reply = await get(who, `/api/payments/list${query}`);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<Reply>();
}
const amountsFor = async (who: Who, query = "") =>
  (await paymentsFor(who, query)).records.map(({ amount }) => amount);

let purchaseId: string;
let before: Reply;

/** 500,000 yen received; a car for 350,000 yen, corrected to 340,000. */
beforeAll(async () => {
  before = await paymentsFor("client");
  await context.database.kysely
    .updateTable("users")
    .set({ dealer_id: idOf("dealer") })
    .where("id", "=", idOf("restricted"))
    .execute();
  purchaseId = await winCar(server, day);
  await inTransaction(context.database, async (trx) => {
    const { bid_id: bidId } = await trx
      .selectFrom("purchases")
      .select("bid_id")
      .where("record_id", "=", purchaseId)
      .executeTakeFirstOrThrow();
    const userId = idOf("client");
    const by = { actor: "system", at } as const;
    const price = (amount: number) =>
      postTransfer(trx, {
        ...{ debit: { client: userId }, credit: "cars", kind: "carPrice" },
        ...{ amount, day, bidId, ...by },
      });
    const paid = { amount: 500_000, day, note: "Bank slip 7", ...by };
    await postRemittance(trx, { userId, ...paid });
    const other = { userId: idOf("restricted"), amount: 70_000 };
    await postRemittance(trx, { ...paid, ...other });
    const transferId = await price(350_000);
    await reverseTransfer(trx, { transferId, ...by });
    await price(340_000);
  });
});

describe("the payments of a client", () => {
  it("show the latest first, each with the balance after it", async () => {
    const { records } = await paymentsFor("client");
    const [latest, reversal, reversed, deposit] = records;
    expect([latest, reversal, reversed, deposit]).toMatchObject([
      { type: "purchase", purpose: "carPrice", amount: -340_000 },
      { type: "purchase", purpose: "reversal", amount: 350_000 },
      { type: "purchase", purpose: "carPrice", isReversed: true },
      { type: "remittance", purpose: "remittance", amount: 500_000 },
    ]);
    for (const [index, { amount, balance }] of records.entries())
      expect(balance - amount).toBe(records[index + 1]?.balance ?? 0);
  });

  it("name the car of a price and lead to its purchase", async () => {
    const reply = await get(
      "client",
      `/api/lists/purchased-cars/${purchaseId}`,
    );
    const { detail: car } = reply.json<{
      detail: { maker: string; lotNo: string };
    }>();
    const [price] = (await paymentsFor("client")).records;
    expect(price).toMatchObject({ purchaseId, lotNo: car.lotNo });
    expect(price?.description).toContain(car.maker);
  });

  it("have totals that a cancelled price does not change", async () => {
    const { totalReceived, totalSpent, totalBalance } =
      await paymentsFor("client");
    expect(totalReceived - before.totalReceived).toBe(500_000);
    expect(totalSpent - before.totalSpent).toBe(340_000);
    expect(totalBalance).toBe(totalReceived - totalSpent);
  });

  it("have a balance equal to that of the profile", async () => {
    const reply = await get("client", "/api/user/view-profile");
    const { balanceInfo } = reply.json<{ balanceInfo: { balance: number } }>();
    expect((await paymentsFor("client")).totalBalance).toBe(
      balanceInfo.balance,
    );
  });

  it("are counted by type and by purpose", async () => {
    const { typesList, purposesList, records } = await paymentsFor("client");
    const ofCars = records.filter(({ type }) => type === "purchase").length;
    expect(typesList).toContainEqual({ status: "purchase", count: ofCars });
    expect(typesList).toContainEqual({ status: "All", count: records.length });
    const carPrice = purposesList.find(({ value }) => value === "carPrice");
    expect(carPrice?.counter).toBe(2);
  });

  it("are filtered by type, days and text", async () => {
    expect(await amountsFor("client", "?type=purchase")).toEqual([
      ...[-340_000, 350_000, -350_000],
    ]);
    const [{ lotNo } = { lotNo: "" }] = (await paymentsFor("client")).records;
    const text = `?searchField=car&searchText=${lotNo ?? ""}`;
    expect(await amountsFor("client", text)).toHaveLength(3);
    const past = "?dateFrom=2026-11-01&dateTo=2026-11-18";
    expect(await amountsFor("client", past)).toEqual([]);
  });

  it("belong to the client alone, and to the client's dealer with the right", async () => {
    expect(await amountsFor("client")).not.toContain(70_000);
    expect(await amountsFor("restricted")).toContain(70_000);
    expect(await amountsFor("restricted")).not.toContain(500_000);
    // The dealer has the restricted client, not the other one.
    const ofDealer = await amountsFor("dealer");
    expect(ofDealer).toContain(70_000);
    expect(ofDealer).not.toContain(500_000);
    const own = await amountsFor("dealer", `?user=${idOf("dealer")}`);
    expect(own).not.toContain(70_000);
    expect((await get("manager", "/api/payments/list")).statusCode).toBe(403);
  });
});

describe("the company's bank account", () => {
  it("comes with a reference of the client's own", async () => {
    const reply = await get("client", "/api/payments/bank");
    expect(reply.json()).toEqual({
      ...{ success: true, bank: null, reference: `C${idOf("client")}` },
    });
  });

  it("comes from the settings that the administrator has entered", async () => {
    const admin = await signIn(server, "admin");
    const added = await server.call({
      ...{ method: "POST", url: "/api/lists/company", ...admin },
      payload: {
        ...{ name: "Seriba", bankName: "Kiri Bank", bankHolder: "Seriba KK" },
        bankAccount: "0012345",
      },
    });
    expect(added.statusCode, added.body).toBe(201);
    const reply = await get("client", "/api/payments/bank");
    expect(reply.json()).toMatchObject({
      bank: { holder: "Seriba KK", account: "0012345", name: "Kiri Bank" },
    });
  });

  it("is not told to managers, who send no money", async () => {
    expect((await get("manager", "/api/payments/bank")).statusCode).toBe(403);
  });
});
