import { describe, expect, it } from "vitest";
import { lotPorts } from "../../../server/bidding";
import { changeBid } from "../../../server/bidding/changeBid";
import { lockLot, moveLots } from "../../../server/catalog";
import { lockAccount } from "../../../server/payments";
import { testDatabase } from "../../support/database";
import { hasPostgres } from "../../support/postgres";
import { untilBlocked } from "../../support/untilBlocked";
import { managerViewer, newBid, rowOf } from "./changes";
import { contextOf } from "./support";

const database = await testDatabase();
const { context } = contextOf(database);
const begin = () => database.kysely.startTransaction().execute();

describe.skipIf(!hasPostgres)(
  "a bid whose lot moves while it is changed",
  () => {
    it("is changed under the lock of the lot in its new place", async () => {
      const { bidId, viewer, carId } = await newBid(context);
      const account = await begin();
      await lockAccount(account, viewer.userId);
      const changing = changeBid(context, {
        actor: { viewer: managerViewer, fullName: "Emi" },
        bidId,
        values: { adjustmentPrice: 5_000 },
        key: null,
      });
      await untilBlocked(database);
      await moveLots(
        { database, clock: context.clock, ports: lotPorts },
        { from: "auction", to: "stats", before: "2026-11-23" },
      );
      const importing = await begin();
      await lockLot(importing, "stats", carId);
      await account.commit().execute();
      await untilBlocked(database);
      expect((await rowOf(context, bidId)).adjustment_price).toBeNull();
      await importing.rollback().execute();
      expect((await changing).adjustmentPrice).toBe(5_000);
    });
  },
);
