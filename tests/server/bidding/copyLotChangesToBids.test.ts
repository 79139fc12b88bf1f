import { beforeAll, expect, it } from "vitest";
import type { Viewer } from "../../../domain/access";
import { lotStatuses } from "../../../domain/lotStatus";
import { lotPorts } from "../../../server/bidding";
import { findBidsOnLots } from "../../../server/bidding/presentBids";
import { writeLots } from "../../../server/catalog";
import type { Database } from "../../../server/platform/database";
import { eachDatabase } from "../../support/database";
import {
  addClient,
  addLot,
  bidOn,
  contextOf,
  lotOf,
  outcomeOf,
} from "./support";

eachDatabase("a bid on a lot that an import changes", (open) => {
  let database: Database;
  let viewer: Viewer;
  let context: ReturnType<typeof contextOf>["context"];

  const bidOnLot = (lotId: string) =>
    database.kysely
      .selectFrom("bids")
      .selectAll()
      .where("lot_id", "=", lotId)
      .executeTakeFirstOrThrow();

  const importLot = async (lotId: string, fields: Record<string, unknown>) => {
    const { source_id } = await database.kysely
      .selectFrom("lots")
      .select("source_id")
      .where("area", "=", "auction")
      .where("id", "=", lotId)
      .executeTakeFirstOrThrow();
    await database.kysely.transaction().execute((trx) =>
      writeLots(trx, "auction", [lotOf(source_id, fields)], {
        ports: lotPorts,
      }),
    );
  };

  beforeAll(async () => {
    database = await open();
    ({ context } = contextOf(database));
    viewer = await addClient(database);
  });

  it("has the lot's result, sold price and new time immediately", async () => {
    const lotId = await addLot(database, { lotNo: "500" });
    const other = await addLot(database, { lotNo: "501" });
    await outcomeOf(context, viewer, bidOn(lotId));
    await outcomeOf(context, viewer, bidOn(other));
    const before = await bidOnLot(lotId);
    const untouched = await bidOnLot(other);
    await importLot(lotId, {
      lotNo: "500",
      status: lotStatuses.sold,
      soldPrice: 180_000,
      auctionDate: "2026-11-21T10:15:00+09:00",
      auctionName: "USS Tokyo",
    });
    const after = await bidOnLot(lotId);
    expect(after).toEqual({
      ...before,
      lot_status: lotStatuses.sold,
      result_revision: 1,
      sold_price: 180_000,
      auction_at: new Date("2026-11-21T10:15:00+09:00"),
      auction_day: "2026-11-21",
      house_id: after.house_id,
      seq: after.seq,
    });
    expect(Number(after.seq)).toBeGreaterThan(Number(before.seq));
    expect(after.house_id).not.toBe(before.house_id);
    expect(await bidOnLot(other)).toEqual(untouched);
  });

  it("keeps its result when the lot is offered again, and is no longer the client's bid", async () => {
    const lotId = await addLot(database, { lotNo: "550" });
    await outcomeOf(context, viewer, bidOn(lotId));
    const day = "2026-11-20T13:00:00+09:00";
    const again = "2026-11-27T13:00:00+09:00";
    await importLot(lotId, {
      lotNo: "550",
      status: lotStatuses.notSold,
      auctionDate: day,
    });
    const ended = await bidOnLot(lotId);
    await importLot(lotId, {
      lotNo: "550",
      status: lotStatuses.upcoming,
      auctionDate: again,
    });
    const after = await bidOnLot(lotId);
    expect(after).toEqual({ ...ended, seq: after.seq });
    expect(Number(after.seq)).toBeGreaterThan(Number(ended.seq));
    const find = () => findBidsOnLots(database.kysely, viewer.userId, [lotId]);
    expect(await find()).toEqual([]);
    expect(await outcomeOf(context, viewer, bidOn(lotId))).toBe("taken");
    expect(await find()).toMatchObject([{ lot_id: lotId, bid_status: 1 }]);
  });

  it("changes in the transaction of the import or not at all", async () => {
    const lotId = await addLot(database, { lotNo: "600" });
    await outcomeOf(context, viewer, bidOn(lotId));
    const before = await bidOnLot(lotId);
    const { source_id } = await database.kysely
      .selectFrom("lots")
      .select("source_id")
      .where("area", "=", "auction")
      .where("id", "=", lotId)
      .executeTakeFirstOrThrow();
    const sold = { lotNo: "600", status: lotStatuses.sold, soldPrice: 1_000 };
    const failing = database.kysely.transaction().execute(async (trx) => {
      await writeLots(trx, "auction", [lotOf(source_id, sold)], {
        ports: lotPorts,
      });
      throw new Error("the batch failed");
    });
    await expect(failing).rejects.toThrow("the batch failed");
    expect(await bidOnLot(lotId)).toEqual(before);
  });

  it("is rejected once the import has set the result", async () => {
    const lotId = await addLot(database, { lotNo: "700" });
    await importLot(lotId, { lotNo: "700", status: lotStatuses.notSold });
    expect(await outcomeOf(context, viewer, bidOn(lotId))).toBe(
      "auction_finished",
    );
  });
});
