import { beforeAll, expect, it } from "vitest";
import { lotStatuses } from "../../../domain/lotStatus";
import { settleBids } from "../../../server/bidding/settlement/settleBids";
import type { BidValues } from "../../../server/bidding/bidValues";
import { changeBid } from "../../../server/bidding/changeBid";
import { placeBid } from "../../../server/bidding/placeBid";
import { securityNotes } from "../../../server/identity";
import { createSessions } from "../../../server/identity/sessions";
import { recordRemittance } from "../../../server/payments/remittance";
import type { Database } from "../../../server/platform/database";
import { onDatabase } from "../../support/database";
import { auctionsOf } from "../bidding/auctions";
import { managerViewer, newBid } from "../bidding/changes";
import {
  addClient,
  addLot,
  bidOn,
  contextOf,
  type Context,
} from "../bidding/support";
import { breakage, breakingAt, moneyRows } from "./support";

const manager = {
  viewer: {
    ...managerViewer,
    permissions: { bidManageSoldPrice: true, bidManageStatus: true },
  },
  fullName: "Emi",
};

type Action = (context: Context) => Promise<unknown>;

onDatabase("an action that breaks off at any statement or commit", (open) => {
  let database: Database;
  let context: Context;
  let auctions: ReturnType<typeof auctionsOf>;
  let keys = 0;

  beforeAll(async () => {
    database = await open();
    const made = contextOf(database);
    ({ context } = made);
    auctions = auctionsOf(made);
  });

  const changeOf = (bidId: string, values: BidValues): Action => {
    const key = `change-${Object.keys(values).join()}-${(keys += 1)}`;
    return (reached) =>
      changeBid(reached, {
        actor: manager,
        bidId,
        values,
        isConfirmed: true,
        key,
      });
  };

  /** Returns a change of a new bid that had these changes before. */
  const changeAfter =
    (before: BidValues[], values: BidValues) => async (): Promise<Action> => {
      const { bidId } = await newBid(context);
      for (const step of before) await changeOf(bidId, step)(context);
      return changeOf(bidId, values);
    };

  /** Returns the settlement of a new bid whose lot has a result for it. */
  const settlementAfter =
    (result: (bidId: string) => Record<string, unknown>) =>
    async (): Promise<Action> => {
      const { bidId, lotId, viewer } = await auctions.bid({});
      await auctions.importLot(lotId, result(bidId));
      const { userId } = viewer;
      return (reached) => settleBids(reached, { userId });
    };

  /** Returns the settlement of a group of one car whose other bid has a status. */
  const groupAfter =
    (steps: readonly number[]) => async (): Promise<Action> => {
      const ofGroup = { bidGroup: 2 };
      const { viewer, bidId } = await auctions.bid(ofGroup);
      const { userId } = viewer;
      const later = { auctionDate: "2026-11-20T16:00:00+09:00" };
      await auctions.bid({ viewer, ...ofGroup, ...later });
      for (const bidStatus of steps) {
        await settleBids(context, { userId });
        await changeOf(bidId, { bidStatus })(context);
      }
      return (reached) => settleBids(reached, { userId });
    };

  const actions: [string, () => Promise<Action>][] = [
    [
      "a new bid",
      async () => {
        const viewer = await addClient(database);
        const body = bidOn(await addLot(database));
        const client = { viewer, fullName: "Anna" };
        return (reached) =>
          placeBid(reached, { client, body, key: "the-only-bid" });
      },
    ],
    ["another amount", changeAfter([], { bidAmount: 250_000 })],
    ["a win", changeAfter([{ soldPrice: 150_000 }], { bidStatus: 6 })],
    [
      "another price of a win",
      changeAfter([{ soldPrice: 150_000 }, { bidStatus: 6 }], {
        soldPrice: 160_000,
      }),
    ],
    [
      "a win that is taken back",
      changeAfter([{ soldPrice: 150_000 }, { bidStatus: 6 }], { bidStatus: 5 }),
    ],
    [
      "a remittance",
      async () => {
        const { userId } = await addClient(database);
        const body = { userId, amount: 150_000, date: "2026-11-20" };
        return (reached) =>
          recordRemittance(reached, {
            session: { ...manager, sessionId: "1", language: null },
            sessions: createSessions(reached),
            body,
            key: `remittance-${userId}`,
            note: securityNotes(reached),
          });
      },
    ],
    [
      "the settlement of a win",
      settlementAfter((bidId) => ({
        status: lotStatuses.sold,
        soldPrice: 400_000,
        winningBid: bidId,
      })),
    ],
    [
      "the settlement of a lost bid",
      settlementAfter(() => ({ status: lotStatuses.notSold })),
    ],
    ["the release of a group", groupAfter([6])],
    ["the return of a released bid", groupAfter([6, 2])],
  ];
  it.each(actions)(
    "has the whole effect of %s or none, and a retry has no other",
    async (_name, prepare) => {
      const action = await prepare();
      const before = await moneyRows(database);
      const broken: unknown[] = [];
      for (let reply: unknown; reply === undefined;) {
        const reached = breakingAt(database, broken.length + 1);
        try {
          reply = await action({ ...context, database: reached });
        } catch (error) {
          if (!(error instanceof Error && error.message === breakage))
            throw error;
          broken.push(await moneyRows(database));
        }
      }
      expect(broken.length).toBeGreaterThan(5);
      const after = await moneyRows(database);
      expect(after).not.toEqual(before);
      expect(broken[0]).toEqual(before);
      for (const state of broken) expect([before, after]).toContainEqual(state);
      await action(context);
      expect(await moneyRows(database)).toEqual(after);
    },
  );
});
