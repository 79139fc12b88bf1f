import type { KyselyPlugin } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { changeBid, type BidValues } from "../../../server/bidding/changeBid";
import { placeBid } from "../../../server/bidding/placeBid";
import { createSessions } from "../../../server/identity";
import { recordRemittance } from "../../../server/payments/recordRemittance";
import type { Database } from "../../../server/platform/database";
import { onDatabase } from "../../support/database";
import { managerViewer, newBid } from "../bidding/changes";
import {
  addClient,
  addLot,
  bidOn,
  contextOf,
  type Context,
} from "../bidding/support";
import { moneyRows } from "./support";

const broken = "the connection broke";

/** Returns the database as one whose connection breaks before the nth statement. */
function breakingAt(database: Database, nth: number): Database {
  let statements = 0;
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      statements += 1;
      if (statements === nth) throw new Error(broken);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return { ...database, kysely: database.kysely.withPlugin(plugin) };
}

const manager = {
  viewer: {
    ...managerViewer,
    permissions: { bidManageSoldPrice: true, bidManageStatus: true },
  },
  fullName: "Emi",
};

type Action = (context: Context) => Promise<unknown>;

onDatabase("an action that breaks off at any statement", (open) => {
  let database: Database;
  let context: Context;
  let keys = 0;

  beforeAll(async () => {
    database = await open();
    ({ context } = contextOf(database));
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
          });
      },
    ],
  ];
  it.each(actions)(
    "has no effect for %s, and a retry has one",
    async (_name, prepare) => {
      const action = await prepare();
      const before = await moneyRows(database);
      let breaks = 0;
      for (let reply: unknown; reply === undefined;) {
        const reached = breakingAt(database, breaks + 1);
        try {
          reply = await action({ ...context, database: reached });
        } catch (error) {
          if (!(error instanceof Error && error.message === broken))
            throw error;
          breaks += 1;
          expect(await moneyRows(database)).toEqual(before);
        }
      }
      expect(breaks).toBeGreaterThan(5);
      const after = await moneyRows(database);
      expect(after).not.toEqual(before);
      await action(context);
      expect(await moneyRows(database)).toEqual(after);
    },
  );
});
