import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Viewer } from "../../../domain/access";
import { formatYen } from "../../../domain/money";
import type { OfferingWord } from "../../../domain/lotResult";
import { lotStatuses } from "../../../domain/lotStatus";
import { lotPorts } from "../../../server/bidding";
import { changeBid } from "../../../server/bidding/changeBid";
import { correctOutcome } from "../../../server/bidding/correctOutcome";
import { placeBid } from "../../../server/bidding/placeBid";
import { writeReceipt } from "../../../server/bidding/receipt/writeReceipt";
import { readWork } from "../../../server/bidding/readWork";
import { settlementJob } from "../../../server/bidding/settlement/settleBids";
import { writeLots } from "../../../server/catalog";
import { findAccount } from "../../../server/payments";
import { inTransaction } from "../../../server/platform/database";
import { toFailure } from "../../../server/platform/http/answerErrors";
import { onDatabase } from "../../support/database";
import { doneOrCode, logOf, managerViewer, outcome, rowOf } from "./changes";
import { addClient, bidOn, contextOf, lotOf, type Context } from "./support";

const languages = ["en", "ru"] as const;

onDatabase("an order of a car at the fixed price of 1,234,000 yen", (open) => {
  let context: Context;
  let setNow: (time: string) => void;
  let viewer: Viewer;
  let carId: string;
  let cars = 0;

  beforeAll(async () => {
    const made = contextOf(await open());
    ({ context, setNow } = made);
  });

  /** Imports the car of the test. It has been for sale since a day, which is no auction. */
  const importCar = async (
    fields: Record<string, unknown>,
    word: OfferingWord | null = null,
  ) => {
    const lot = lotOf(`stock ${cars}`, {
      ...{ startPrice: 1_234_000, lotNo: `S${cars}` },
      auctionDate: "2026-11-18T09:00:00+09:00",
      ...fields,
    });
    await inTransaction(context.database, (trx) =>
      writeLots(trx, "stock", [{ ...lot, word }], { ports: lotPorts }),
    );
  };

  beforeEach(async () => {
    const { database } = context;
    cars += 1;
    viewer = await addClient(database, {}, { onepriceView: true });
    await importCar({});
    const lot = await database.kysely
      .selectFrom("lots")
      .select("id")
      .where("source_id", "=", `stock ${cars}`)
      .executeTakeFirstOrThrow();
    carId = lot.id;
  });

  const place = (body: Partial<ReturnType<typeof bidOn>> = {}) =>
    placeBid(context, {
      client: { viewer, fullName: "Anna" },
      body: bidOn(carId, { amount: 1_234_000, lotType: "stock", ...body }),
      key: null,
    });

  const order = async () => (await place()).result.bidId;

  it.each([
    ["at another price", { amount: 1_230_000 }, "not_the_price"],
    ["in a group", { bidGroup: 1 }, "invalid_choice"],
    ["with an export type", { bidType: 1 }, "invalid_choice"],
  ])("is refused %s", async (_name, body, code) => {
    expect(await doneOrCode(place(body))).toBe(code);
  });

  it("waits for a manager, however long the car has been for sale", async () => {
    const before = await readWork(context);
    const bidId = await order();
    setNow("2026-12-01T12:00:00+09:00");
    const { signal } = new AbortController();
    await settlementJob(context).run(signal);
    expect(await rowOf(context, bidId)).toMatchObject({
      ...{ bid_status: 1, version: 1, needs_decision: false },
    });
    expect(await readWork(context)).toMatchObject({
      ...{ orders: before.orders + 1, undecided: 0, groups: [] },
    });
  });

  it("is not postponed when its car is for sale from a later day", async () => {
    const bidId = await order();
    await importCar({ auctionDate: "2026-11-25T09:00:00+09:00" });
    expect(await rowOf(context, bidId)).toMatchObject({
      auction_day: "2026-11-25",
    });
    expect(await logOf(context, bidId)).toHaveLength(1);
  });

  it("is a debt at its price as soon as a manager confirms it", async () => {
    const bidId = await order();
    const { kysely } = context.database;
    const account = () => findAccount(kysely, viewer.userId);
    expect(await account()).toMatchObject({ activeBids: 1_234_000 });
    expect(await outcome(context, bidId, { bidStatus: 2 })).toBe("done");
    expect(await outcome(context, bidId, { bidStatus: 6 })).toBe("done");
    expect(await account()).toMatchObject({
      ...{ balance: 1_000_000 - 1_234_000, activeBids: 0 },
    });
  });

  it("is free again when a manager declines it", async () => {
    const bidId = await order();
    expect(await outcome(context, bidId, { bidStatus: 5 })).toBe("done");
    const { kysely } = context.database;
    expect(await findAccount(kysely, viewer.userId)).toMatchObject({
      ...{ balance: 1_000_000, activeBids: 0 },
    });
  });

  it("has one price, no group and no export type, whoever changes it", async () => {
    const bidId = await order();
    for (const [values, code] of [
      [{ bidAmount: 1_200_000 }, "not_the_price"],
      [{ soldPrice: 1_200_000 }, "not_the_price"],
      [{ bidGroup: 1 }, "invalid_choice"],
      [{ exportType: 1 }, "invalid_choice"],
    ] as const)
      expect(await outcome(context, bidId, values)).toBe(code);
    expect(await logOf(context, bidId)).toHaveLength(1);
  });

  it("is corrected at its price only", async () => {
    const bidId = await order();
    expect(await outcome(context, bidId, { bidStatus: 6 })).toBe("done");
    const correct = async (price: number) => {
      const { version } = await rowOf(context, bidId);
      const body = { bidId, version, outcome: "win" as const, price };
      return doneOrCode(
        correctOutcome(context, {
          person: { viewer: managerViewer, fullName: "Emi" },
          ...{ key: null, body: { ...body, reason: "Agreed on the phone" } },
        }),
      );
    };
    expect(await correct(1_200_000)).toBe("not_the_price");
    expect(await correct(1_234_000)).toBe("done");
  });

  it("has a receipt that speaks of an order and its price", async () => {
    const bidId = await order();
    const signer: Parameters<typeof writeReceipt>[0]["signer"] = {
      ...{ keyId: () => "key", sign: () => "signature" },
      ...{ check: () => "genuine", publicKeys: () => [] },
    };
    const { page } = await writeReceipt(
      { ...context, signer },
      { viewer, bidId },
    );
    expect(page.title).toBe("Order receipt");
    expect(page.facts).toContainEqual({
      ...{ label: "Price", value: formatYen(1_234_000) },
    });
    const texts = [...page.facts.map(({ label }) => label), ...page.notes];
    expect(texts.join(" ")).not.toMatch(/\bbid\b|maximum|auction/i);
  });

  describe("is refused in the words of orders", () => {
    /** Returns the text of the error in both languages. */
    const refusalOf = async (work: Promise<unknown>): Promise<string[]> => {
      const { code, details } = await work.then(
        () => ({ code: "done", details: { section: undefined } }),
        toFailure,
      );
      return languages.map((language) =>
        context.messages.translate(
          language,
          `errors.${code}`,
          {},
          details.section,
        ),
      );
    };
    const change = (bidId: string, bidStatus: number, more = {}) =>
      changeBid(context, {
        actor: { viewer: managerViewer, fullName: "Emi" },
        ...{ key: null, bidId, values: { bidStatus }, ...more },
      });

    it("when the client orders the car twice", async () => {
      await order();
      expect(await refusalOf(place())).toEqual([
        "You have already ordered this car",
        "Вы уже заказали эту машину",
      ]);
    });

    it("when the car is sold or the account is restricted", async () => {
      await importCar({ status: lotStatuses.sold });
      expect(await refusalOf(place())).toEqual([
        "This car is no longer for sale",
        "Эта машина больше не продаётся",
      ]);
      await importCar({}, "revoked");
      viewer = await addClient(
        context.database,
        {},
        { onepriceView: true, biddingAllowed: false },
      );
      expect((await refusalOf(place()))[0]).toBe(
        "Your account is restricted. Please make a deposit to order cars",
      );
    });

    it("when it is too late to cancel it", async () => {
      const bidId = await order();
      await importCar({ status: lotStatuses.sold });
      const actor = { viewer, fullName: "Anna" };
      expect(await refusalOf(change(bidId, 4, { actor }))).toEqual([
        "The order can't be cancelled, contact the manager",
        "Заказ нельзя отменить, обратитесь к менеджеру",
      ]);
    });

    it("when another order is confirmed, or when it is closed", async () => {
      const first = await order();
      viewer = await addClient(context.database, {}, { onepriceView: true });
      const second = await order();
      await change(first, 6);
      expect((await refusalOf(change(second, 6)))[0]).toBe(
        "Another order for this car is already confirmed",
      );
      await change(second, 5);
      expect((await refusalOf(change(second, 2)))[0]).toBe(
        "The status of this order does not allow this change",
      );
    });
  });

  it("of the same car by another client cannot be confirmed as well", async () => {
    const first = await order();
    viewer = await addClient(context.database, {}, { onepriceView: true });
    const second = await order();
    expect(await outcome(context, first, { bidStatus: 6 })).toBe("done");
    expect(await outcome(context, second, { bidStatus: 6 })).toBe("lot_won");
  });

  it("is the only win of its car, which is no other car on a later day", async () => {
    const first = await order();
    expect(await outcome(context, first, { bidStatus: 6 })).toBe("done");
    const auctionDate = "2026-11-25T09:00:00+09:00";
    await importCar({ status: lotStatuses.sold });
    await importCar({ status: lotStatuses.sold, auctionDate });
    await importCar({ auctionDate }, "revoked");
    viewer = await addClient(context.database, {}, { onepriceView: true });
    const second = await order();
    expect(await outcome(context, second, { bidStatus: 6 })).toBe("lot_won");
  });
});
