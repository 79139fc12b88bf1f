import { AsyncLocalStorage } from "node:async_hooks";
import { beforeAll, describe, expect, it } from "vitest";
import type { Viewer } from "../../../domain/access";
import type { BidValues } from "../../../server/bidding/bidValues";
import { readBidLogs } from "../../../server/bidding/readBidLogs";
import { testDatabase } from "../../support/database";
import { hasPostgres } from "../../support/postgres";
import { untilBlocked } from "../../support/untilBlocked";
import { logOf, managerViewer, newBid, outcome, rowOf } from "./changes";
import { addClient, contextOf, noon, type Context } from "./support";

describe("a change of a bid", () => {
  let context: Context;
  let setNow: ReturnType<typeof contextOf>["setNow"];

  beforeAll(async () => {
    const database = await testDatabase();
    ({ context, setNow } = contextOf(database));
    return () => database.close();
  });

  const by = (viewer: Viewer) => ({
    actor: { viewer, fullName: "Anna" },
  });
  const dealerOf = async (client: Viewer) => {
    const flags = { dealerBidAccess: true };
    const added = await addClient(context.database, {}, flags);
    const dealer = { ...added, roleId: 1092 };
    await context.database.kysely
      .updateTable("users")
      .set({ dealer_id: dealer.userId })
      .where("id", "=", client.userId)
      .execute();
    return dealer;
  };

  describe("by a client or dealer", () => {
    it("cancels and edits an own bid or a bid of the dealer's client", async () => {
      for (const isDealer of [false, true]) {
        const { bidId, viewer } = await newBid(context);
        const person = by(isDealer ? await dealerOf(viewer) : viewer);
        const values = { bidAmount: 300_000, bidGroup: 1 };
        expect(await outcome(context, bidId, values, person)).toBe("done");
        expect(await outcome(context, bidId, { bidStatus: 4 }, person)).toBe(
          "done",
        );
        const row = { bid_status: 4, amount: 300_000, manager_id: null };
        expect(await rowOf(context, bidId)).toMatchObject(row);
        expect(await logOf(context, bidId)).toMatchObject([
          { event: "placed" },
          { event: "edited", actor_name: "Anna" },
          { event: "status", after: { bidStatus: 4 } },
        ]);
      }
    });

    it("does not find a bid of somebody else", async () => {
      const { bidId, viewer } = await newBid(context);
      const stranger = await addClient(context.database);
      const dealer = await dealerOf(stranger);
      const otherClient = await addClient(context.database);
      for (const person of [stranger, dealer, otherClient])
        for (const id of [bidId, "999999"])
          expect(await outcome(context, id, { bidStatus: 4 }, by(person))).toBe(
            "not_found",
          );
      expect(await rowOf(context, bidId)).toMatchObject({ version: 1 });
      expect(await outcome(context, bidId, { bidStatus: 4 }, by(viewer))).toBe(
        "done",
      );
    });

    const refusals: [string, BidValues, string][] = [
      ["another status than Cancel", { bidStatus: 2 }, "forbidden"],
      ["an adjustment price", { adjustmentPrice: 5 }, "forbidden"],
      ["an amount below the start price", { bidAmount: 95_000 }, "lower_price"],
      ["an unknown export type", { exportType: 9 }, "invalid_choice"],
    ];
    it.each(refusals)("cannot set %s", async (_name, values, expected) => {
      const { bidId, viewer } = await newBid(context);
      const flags = { ...viewer.permissions, adjustmentPriceShow: true };
      const person = by({ ...viewer, permissions: flags });
      expect(await outcome(context, bidId, values, person)).toBe(expected);
      expect(await rowOf(context, bidId)).toMatchObject({ version: 1 });
    });

    it("ends two hours before the auction", async () => {
      const { bidId, viewer } = await newBid(context);
      const change = (values: BidValues) =>
        outcome(context, bidId, values, by(viewer));
      setNow("2026-11-20T13:00:01+09:00");
      expect(await change({ bidStatus: 4 })).toBe("cant_cancel");
      expect(await change({ bidAmount: 300_000 })).toBe("cant_edit");
      setNow("2026-11-20T13:00:00+09:00");
      expect(await change({ bidAmount: 300_000 })).toBe("done");
      expect(await change({ bidStatus: 4 })).toBe("done");
      setNow(noon);
    });

    it("of a restricted account can only cancel", async () => {
      const { bidId, viewer } = await newBid(context);
      const person = by({
        ...viewer,
        permissions: { ...viewer.permissions, biddingAllowed: false },
      });
      expect(await outcome(context, bidId, { bidAmount: 5e5 }, person)).toBe(
        "restricted_user",
      );
      expect(await outcome(context, bidId, { bidStatus: 4 }, person)).toBe(
        "done",
      );
    });
  });

  describe.each([
    ["restricted", 984],
    ["disabled", 982],
  ])("for a client who was %s after bidding", (_name, level) => {
    const newBidOfClient = async () => {
      const { bidId, viewer } = await newBid(context);
      // The stored flags of the client still allow bids.
      await context.database.kysely
        .updateTable("users")
        .set({ user_level: level })
        .where("id", "=", viewer.userId)
        .execute();
      return { bidId, viewer };
    };

    it("by the client or the dealer can only cancel", async () => {
      for (const isDealer of [false, true]) {
        const { bidId, viewer } = await newBidOfClient();
        const person = by(isDealer ? await dealerOf(viewer) : viewer);
        const change = (values: BidValues) =>
          outcome(context, bidId, values, person);
        expect(await change({ bidAmount: 300_000 })).toBe(
          isDealer ? "client_restricted" : "restricted_user",
        );
        expect(await rowOf(context, bidId)).toMatchObject({ version: 1 });
        expect(await change({ bidStatus: 4 })).toBe("done");
      }
    });

    it("by a manager can lower the amount, but not raise it", async () => {
      const { bidId } = await newBidOfClient();
      const change = (values: BidValues) => outcome(context, bidId, values);
      expect(await change({ bidAmount: 205_000 })).toBe("client_restricted");
      expect(await rowOf(context, bidId)).toMatchObject({ version: 1 });
      expect(await change({ bidAmount: 195_000 })).toBe("done");
      expect(await change({ bidStatus: 2 })).toBe("done");
    });
  });

  it.skipIf(!hasPostgres)(
    "locks a lot that moves to the statistics at the same time",
    async () => {
      const { bidId, carId } = await newBid(context);
      const { kysely } = context.database;
      const move = await kysely.startTransaction().execute();
      await move
        .updateTable("lots")
        .set({ area: "stats" })
        .where("id", "=", carId)
        .execute();
      await move
        .updateTable("bids")
        .set({ lot_area: "stats" })
        .where("id", "=", bidId)
        .execute();
      let free: unknown[] | undefined;
      const asOther = AsyncLocalStorage.snapshot();
      const changing = outcome(
        context,
        bidId,
        {},
        {
          values: async () => {
            free = await asOther(() =>
              kysely
                .selectFrom("lots")
                .select("id")
                .where("id", "=", carId)
                .forUpdate()
                .skipLocked()
                .execute(),
            );
            return { bidStatus: 2 };
          },
        },
      );
      await untilBlocked(context.database);
      await move.commit().execute();
      expect(await changing).toBe("done");
      expect(free).toEqual([]);
    },
  );

  it("by the program itself finishes a bid once and is logged without a person", async () => {
    const { bidId } = await newBid(context);
    const system = { actor: "system" as const };
    const to = (bidStatus: number) =>
      outcome(context, bidId, { bidStatus }, system);
    expect(await to(4)).toBe("forbidden");
    expect(await to(5)).toBe("done");
    expect(await to(5)).toBe("done");
    expect(await logOf(context, bidId)).toHaveLength(2);
    const asked = { viewer: managerViewer, language: "ru" as const, bidId };
    const [last] = (await readBidLogs(context, asked)).logs;
    expect(last).toMatchObject({
      userName: "Система",
      userType: 991,
      before: { bidStatus: 1 },
      after: { bidStatus: 5 },
    });
  });
});
