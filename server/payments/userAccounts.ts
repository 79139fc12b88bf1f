import { type RawBuilder, sql, type Transaction } from "kysely";
import { isAllowed, type Viewer } from "../../domain/access";
import { largestAmount } from "../../domain/limits";
import type { LiveEvent } from "../../domain/liveEvent";
import type { Resource } from "../../domain/resource";
import { readableOwners } from "../../domain/readableOwners";
import {
  type AccountLimits,
  createClientSource,
  createUserSource,
  type UserAccounts,
} from "../identity";
import type { ChangeRange } from "../platform/changes";
import type { Tables } from "../platform/database";
import type { LiveTopic } from "../platform/live";
import type { Context } from "../workspace/context";
import { changedLists } from "../workspace/lists";
import { noteAccountChange } from "./accounts";
import type { CarPorts } from "./carMoney";
import { transferSource } from "./transferSource";

const ofAccount = (column: string): RawBuilder<number | null> =>
  sql`(select ${sql.ref(`accounts.${column}`)} from accounts
    where accounts.user_id = users.id)`;

const balance = sql<number>`coalesce(${ofAccount("balance")}, 0)::float8`;

const activeBids = sql<number>`coalesce(${ofAccount("held")}, 0)::float8`;

/** The same rule as `largestBid`. */
const bidAllow = sql<number>`(case when ${balance} > 0 then least(greatest(
  ${balance} + coalesce(${ofAccount("credit_limit")}, 0) - ${activeBids}, 0),
  ${sql.lit(largestAmount)}) else 0 end)`;

const money = {
  balance,
  activeBids,
  bidAllow,
  creditLimit: ofAccount("credit_limit"),
  dailyBidLimit: ofAccount("daily_bid_limit"),
  dailyUssLimit: ofAccount("daily_uss_limit"),
};

/** The table of users with their money, for administrators. */
export const userSource = createUserSource(money);

/** The table of clients with their money, for managers. */
export const clientSource = createClientSource(money);

const noLimits: AccountLimits = {
  creditLimit: 0,
  dailyBidLimit: 0,
  dailyUssLimit: 0,
};

/** Opens the account of a user without one. */
export async function openAccount(
  trx: Transaction<Tables>,
  userId: string,
  limits: AccountLimits = noLimits,
): Promise<void> {
  await trx
    .insertInto("accounts")
    .values({
      user_id: userId,
      credit_limit: limits.creditLimit,
      daily_bid_limit: limits.dailyBidLimit,
      daily_uss_limit: limits.dailyUssLimit,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Returns the limits of a user; zeros for a user without an account. */
async function readLimits(
  trx: Transaction<Tables>,
  userId: string,
): Promise<AccountLimits> {
  const limits = await trx
    .selectFrom("accounts")
    .select("credit_limit as creditLimit")
    .select("daily_bid_limit as dailyBidLimit")
    .select("daily_uss_limit as dailyUssLimit")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return limits ?? noLimits;
}

async function setLimits(
  trx: Transaction<Tables>,
  userId: string,
  limits: Partial<AccountLimits>,
): Promise<void> {
  await openAccount(trx, userId);
  if (Object.keys(limits).length > 0)
    await trx
      .updateTable("accounts")
      .set({
        credit_limit: limits.creditLimit,
        daily_bid_limit: limits.dailyBidLimit,
        daily_uss_limit: limits.dailyUssLimit,
      })
      .where("user_id", "=", userId)
      .execute();
  await noteAccountChange(trx, userId);
}

/** The accounts of users, for the area of users. */
export const userAccounts: UserAccounts = {
  userSource,
  clientSource,
  readLimits,
  setLimits,
  noteChange: noteAccountChange,
};

/** Above this number of changed accounts or cars browsers reload their lists. */
const mostAccounts = 1_000;

/**
 * Makes the live news of accounts: the client learns that the own balance or limits
 * changed, viewers of lists of users and clients learn which rows changed, lists of
 * transfers are read again by people who see all transfers and by the client, and so are the
 * purchases with new lines, which show their sum.
 */
export const accountNews = (
  context: Pick<Context, "database" | "workspace" | "schemas" | "clock"> & {
    ports: { cars: CarPorts };
  },
): LiveTopic => ({
  reads: {
    accounts: [{ table: "accounts" }, { table: "changed_cars" }],
  },
  read: async (range) => {
    const ids = await findChangedAccounts(context, range);
    if (ids.length > mostAccounts) return null;
    const byRights = await changedLists(context, [
      { source: clientSource, ids },
      { source: userSource, ids },
      // Transfers have no change numbers.
      { source: transferSource, ids: [], isPartial: ids.length > 0 },
    ]);
    const { cars } = context.ports;
    const bids = await findChangedCars(context, range);
    if (bids.length > mostAccounts) return null;
    const purchases = await cars.purchasesOf(bids);
    const dealers = await findDealers(context, purchases);
    const readsAll = (viewer: Viewer) => readableOwners(viewer) === "anyone";
    const recordsOf = (
      viewer: Viewer,
      { row, ids }: { row: string; ids: string[] },
      isReadable: (list: Resource) => boolean = () => true,
    ): LiveEvent[] => {
      const lists = context.workspace
        .resources()
        .filter(
          (list) =>
            list.row === row &&
            isAllowed(list.access, viewer) &&
            isReadable(list),
        )
        .map(({ name }) => ({ list: name, ids }));
      return lists.length > 0 ? [{ name: "records", data: { lists } }] : [];
    };
    const ofPurchases = (
      viewer: Viewer,
      rows: readonly { id: string }[],
      isReadable?: (list: Resource) => boolean,
    ): LiveEvent[] => {
      const changed = { row: cars.row, ids: rows.map(({ id }) => id) };
      return rows.length > 0 ? recordsOf(viewer, changed, isReadable) : [];
    };
    const ofAccount = (viewer: Viewer): LiveEvent[] => [
      { name: "account", data: {} },
      ...recordsOf(viewer, { row: transferSource.row, ids: [] }),
    ];
    const ofReader =
      (id: string) =>
      (viewer: Viewer): LiveEvent[] => {
        const own = purchases.filter(({ userId }) => userId === id);
        const ofClients = purchases.filter(
          ({ userId }) => dealers.get(userId) === id,
        );
        const forDealers = ({ owner }: Resource) =>
          owner?.withClients !== undefined &&
          isAllowed(owner.withClients, viewer);
        return [
          ...(ids.includes(id) ? ofAccount(viewer) : []),
          ...(readsAll(viewer)
            ? []
            : [
                ...ofPurchases(viewer, own),
                ...ofPurchases(viewer, ofClients, forDealers),
              ]),
        ];
      };
    // A car may be announced in another range than the account of its client.
    const readers = new Set([
      ...ids,
      ...purchases.map(({ userId }) => userId),
      ...dealers.values(),
    ]);
    return {
      byRights: (viewer) => [
        ...byRights(viewer),
        ...ofPurchases(viewer, readsAll(viewer) ? purchases : []),
      ],
      byUser: new Map([...readers].map((id) => [id, ofReader(id)])),
    };
  },
});

/** Returns the dealers of the clients of purchases, by client. */
async function findDealers(
  { database: { kysely } }: Pick<Context, "database">,
  purchases: readonly { userId: string }[],
): Promise<ReadonlyMap<string, string>> {
  if (purchases.length === 0) return new Map();
  const found = await kysely
    .selectFrom("users")
    .select(["id", "dealer_id"])
    .where("id", "in", [...new Set(purchases.map(({ userId }) => userId))])
    .execute();
  return new Map(
    found.flatMap(({ id, dealer_id }) =>
      dealer_id === null ? [] : [[id, dealer_id] as const],
    ),
  );
}

/** Returns the bids of cars with new lines. */
async function findChangedCars(
  { database: { kysely } }: Pick<Context, "database">,
  { after, upTo }: ChangeRange,
): Promise<string[]> {
  const rows = await kysely
    .selectFrom("changed_cars")
    .select("bid_id as bidId")
    .where("seq", ">", String(after))
    .where("seq", "<=", String(upTo))
    .limit(mostAccounts + 1)
    .execute();
  return rows.map(({ bidId }) => bidId);
}

async function findChangedAccounts(
  { database: { kysely } }: Pick<Context, "database">,
  { after, upTo }: ChangeRange,
): Promise<string[]> {
  const rows = await kysely
    .selectFrom("accounts")
    .select("user_id")
    .where("seq", ">", String(after))
    .where("seq", "<=", String(upTo))
    .limit(mostAccounts + 1)
    .execute();
  return rows.map(({ user_id }) => user_id);
}
