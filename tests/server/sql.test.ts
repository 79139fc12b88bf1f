import type { Kysely } from "kysely";
import { expect, it } from "vitest";
import { roleIds, userLevels, type Viewer } from "../../domain/access";
import type { ListingState } from "../../domain/listing/state";
import { findGroup, listBidGroups } from "../../server/bidding/bidGroups";
import { countRivals } from "../../server/bidding/bidLists";
import * as bids from "../../server/bidding/bidQueries";
import * as present from "../../server/bidding/presentBids";
import { lotPorts } from "../../server/bidding";
import {
  findBidsWithNewResults,
  findOpenBids,
  findReleasedBids,
} from "../../server/bidding/settlement/settleBids";
import * as lots from "../../server/catalog/lotQueries";
import { findAccount, lockAccount, writeClaim } from "../../server/payments";
import { noteAccountChange } from "../../server/payments/accounts";
import { openBalance, postRemittance } from "../../server/payments/ledger";
import { lotSource } from "../../server/catalog/lotSource";
import type { Database, Tables } from "../../server/platform/database";
import { createListingIndex } from "../../server/workspace/listing";
import type { Asked } from "../../server/workspace/listing/query/listingIndex";
import { documentOf, type Trx } from "../support/sqlDocument";
import {
  carAuction,
  client,
  lotSchema,
} from "./workspace/listing/support/declared";

// The SQL that Kysely compiles for the main queries of the areas, for reviewers. After a
// change, `npx vitest run tests/server/sql.test.ts -u` writes the files. No database
// answers: functions get sample rows.

const at = new Date("2026-11-20T03:00:00Z");
const userId = "7";
const dealer: Viewer = {
  userId,
  userType: 2,
  userLevel: userLevels.client,
  roleId: roleIds.dealer,
  permissions: { dealerBidAccess: true },
};
const group = { user_id: userId, bid_group_id: 2, group_round: 1 };
const entry = {
  user_id: userId,
  bid_id: "5",
  at,
  actor_id: userId,
  actor_name: "Client",
  actor_type: 2,
  event: "placed",
  amount: 350_000,
  bid_status: 1,
  before: null,
  after: null,
};

it("shows the SQL of bids", async () => {
  const text = await documentOf({
    countBidUse: (trx) => present.countBidUse(trx, userId, "2026-11-20"),
    findActiveBid: (trx) => present.findActiveBid(trx, userId, "3"),
    findBidsOnLots: (trx) => present.findBidsOnLots(trx, userId, ["3", "4"]),
    findReadableBids: (trx) => bids.findReadableBids(trx, dealer, ["5"]),
    lockBid: [(trx) => bids.lockBid(trx, userId, "5"), { id: "5" }],
    insertLogEntries: (trx) => bids.insertLogEntries(trx, [entry]),
    findLogEntries: (trx) =>
      bids.findLogEntries(trx, { userId, bidId: "5", most: 100 }),
    findPlacedEntry: (trx) => bids.findPlacedEntry(trx, userId, "5"),
    countWaitingBids: (trx) => bids.countWaitingBids(trx, dealer),
    "findBidInfo for the page of a lot": (trx) =>
      present.findBidInfo(trx, {
        userId,
        lotId: "3",
        day: "2026-11-20",
        marks: lots.marksOf({ viewer: dealer, area: "auction", id: "3" }),
      }),
    countRivals: (trx) => countRivals(trx, ["5", "6"]),
    listBidGroups: (trx) => listBidGroups(trx, userId),
    findGroup: [(trx) => findGroup(trx, group), { cars: 2 }],
    "settlement: findOpenBids": (trx) => findOpenBids(trx, { now: at }),
    "settlement: findBidsWithNewResults": (trx) =>
      findBidsWithNewResults(trx, { now: at }),
    "settlement: findReleasedBids": (trx) => findReleasedBids(trx, { now: at }),
    "lots changed: lotsChanged": (trx) =>
      lotPorts.lotsChanged(trx, { area: "auction", lotIds: ["3"] }),
    "lots moved: lotsMoved": (trx) =>
      lotPorts.lotsMoved(trx, { from: "auction", to: "stats", lotIds: ["3"] }),
  });
  await expect(text).toMatchFileSnapshot("sql/bids.sql");
});

const closed = { closed_through: "2026-10-31" };

it("shows the SQL of accounts", async () => {
  const account = {
    balance: 1_000_000,
    creditLimit: 0,
    dailyBidLimit: 5,
    dailyUssLimit: 5,
    activeBids: 0,
  };
  const actor = { userId, fullName: "Manager" };
  const text = await documentOf({
    findAccount: (trx) => findAccount(trx, userId),
    lockAccount: [(trx) => lockAccount(trx, userId), { user_id: userId }],
    noteAccountChange: [
      (trx) => noteAccountChange(trx, userId),
      { user_id: userId },
    ],
    "writeClaim of a won car at a corrected price": [
      (trx) =>
        writeClaim(trx, {
          userId,
          bidId: "5",
          owed: 340_000,
          holds: [{ subject: { bidId: "5" }, amount: 0 }],
          day: "2026-11-20",
          account,
          isCreditChecked: true,
          actor,
          at,
        }),
      { id: "11", amount: "345000" },
      { id: "12", amount: "350000" },
      { amount: "345000", reversal: null },
      // The two statements of an announcement return no value.
      ...[{}, {}, closed, { id: "13" }, {}, {}, closed, { id: "14" }],
    ],
    openBalance: (trx) => openBalance(trx, { userId, amount: 1, at }),
    postRemittance: [
      (trx) =>
        postRemittance(trx, {
          userId,
          amount: 1,
          day: "2026-11-20",
          note: "",
          actor,
          at,
        }),
      ...[closed, { id: "14" }],
    ],
  });
  await expect(text).toMatchFileSnapshot("sql/accounts.sql");
});

it("shows the SQL of lots", async () => {
  const text = await documentOf({
    findLot: [(trx) => lots.findLot(trx, "auction", "3"), { house_id: 1 }],
    lockLot: [(trx) => lots.lockLot(trx, "auction", "3"), { house_id: 1 }],
    lockLots: (trx) => lots.lockLots(trx, ["3", "4"]),
    findChangedLots: (trx) =>
      lots.findChangedLots(trx, {
        areas: ["auction"],
        after: 1n,
        upTo: 9n,
        most: 1_000,
        mostRead: 100_000,
      }),
    noteLotChange: (trx) =>
      lots.noteLotChange(trx, { area: "auction", lotId: "3" }),
  });
  await expect(text).toMatchFileSnapshot("sql/lots.sql");
});

/** The database of a list, which only compiles its statements. */
const listDatabase = (kysely: Kysely<Tables>): Database => ({
  kind: "server",
  kysely,
  longRunning: kysely,
  background: kysely,
  held: kysely,
  listen: () => Promise.resolve(() => Promise.resolve()),
  isReady: () => Promise.resolve(true),
  load: () => ({ pools: {}, queues: {} }),
  close: () => Promise.resolve(),
});

it("shows the SQL of a list that no index in memory answers", async () => {
  const state: Pick<ListingState, "filters" | "search"> = {
    filters: {
      maker: { kind: "choices", values: ["1", "2"] },
      year: { kind: "range", from: 2015, to: null },
    },
    search: null,
  };
  const query = {
    resource: carAuction(),
    row: lotSchema(),
    source: lotSource,
    viewer: client,
    where: undefined,
    state,
  };
  const page = { sort: null, page: 3, pageSize: 20 };
  const find = (asked: Asked) => (trx: Trx) =>
    createListingIndex({
      database: listDatabase(trx),
      clock: { now: () => at },
    }).find(query, asked);
  const text = await documentOf({
    "a page and its total": find({ page }),
    "a page by price": find({
      page: { ...page, sort: { id: "startPrice", order: "DESC" } },
    }),
    "the choices of makers, which leave out the chosen ones": find({
      facets: ["maker"],
    }),
    "sums and a chart": find({
      sums: ["startPrice"],
      chart: { x: "auctionDate", y: "startPrice" },
    }),
  });
  await expect(text).toMatchFileSnapshot("sql/lists.sql");
});
