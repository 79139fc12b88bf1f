import { CompiledQuery, sql } from "kysely";
import type { Viewer } from "../domain/access";
import type { ListingState } from "../domain/listing/state";
import { emptyState } from "../domain/listing/url";
import { areas } from "../server/areas";
import { bidSource } from "../server/bidding/bidSource";
import type { Database } from "../server/platform/database";
import {
  createListingIndex,
  createListingReader,
  readListing,
  visibleListing,
} from "../server/workspace/listing";
import { findRecordKind } from "../server/workspace/openAreas";
import { readRecord, recordLists } from "../server/workspace/records";
import { labelledFacets } from "../tests/support/labelledFacets";
import { busyClient, generateBids } from "./support/generatedBids";
import { now } from "./support/lots";
import { benchStatements, type PlanBench } from "./support/planBench";

/** `PURCHASES=200000 npm run bench -- purchaseLists` */
const count = Number(process.env.PURCHASES ?? "100000");
const clock = { now: () => now };

const client: Viewer = {
  ...{ userId: busyClient, userType: 2, userLevel: 1064, roleId: 1064 },
  permissions: {},
};
const manager: Viewer = {
  ...{ userId: "1", userType: 3, userLevel: 1064, roleId: 3 },
  permissions: {},
};

const sortBy = (id: string): Partial<ListingState> => ({
  sort: { id, order: "DESC" },
});

/** Pages of both lists, by what a person has chosen. */
const pages: {
  name: string;
  /** Only the lists of this row have the page. */
  of?: string;
  state: Partial<ListingState>;
}[] = [
  { name: "first page", state: {} },
  { name: "page 50", state: { page: 50 } },
  {
    name: "one status",
    of: "purchase",
    state: { filters: { status: { kind: "choices", values: ["4"] } } },
  },
  {
    name: "one client",
    state: { filters: { user: { kind: "choices", values: ["77"] } } },
  },
  { name: "by due day", of: "purchase", state: sortBy("nextDue") },
  { name: "by total", of: "purchase", state: sortBy("totalPrice") },
];

/** The list of purchases, and beside it the list of as many bids. */
const lists = [
  { name: "purchased-cars", viewer: client },
  { name: "my-bids", viewer: client },
  { name: "purchased-cars", viewer: manager },
  { name: "bid-manager", viewer: manager },
];

/**
 * Explains the statements of the list of purchases, of one purchase, and of lists of as many
 * bids. The floor reads every purchase once.
 */
export const benchPurchaseLists = (): Promise<string> =>
  benchStatements(`${count.toLocaleString("en")} purchases`, explainLists);

async function explainLists(bench: PlanBench): Promise<void> {
  const { database, makeIndexes, setFloor } = bench;
  await generateBids(database, count);
  await generatePurchases(database);
  await makeIndexes(["purchased-cars", "my-bids", "bid-manager"]);
  // Statistics of the expressions come with the indexes.
  await sql`analyze records`.execute(database.longRunning);
  await setFloor(
    "every purchase once",
    CompiledQuery.raw(
      "select count(*), max(data ->> 'eta') from records where row_schema = 'purchase'",
    ),
  );
  for (const { name, viewer } of lists) await explainList(bench, name, viewer);
}

/** Explains the pages of a list, its filters and, of purchases, one row. */
async function explainList(
  { logged, declared: { schemas, workspace, messages }, explain }: PlanBench,
  name: string,
  viewer: Viewer,
): Promise<void> {
  const resource = workspace.resource(name);
  const index = createListingIndex({ database: logged, clock });
  const context = {
    ...{ database: logged, clock, index, schemas, workspace, messages },
    recordKinds: findRecordKind(areas),
  };
  const reader = resource.store
    ? recordLists(context)(resource.row).reader
    : createListingReader(context, bidSource);
  const listing = visibleListing({ schemas, clock, resource, viewer });
  const known = new Set(
    listing.resource.filters.map(({ id, field }) => id ?? field),
  );
  const query = (state: Partial<ListingState> = {}) => ({
    ...{ ...listing, schemas, where: [] },
    state: { ...emptyState(listing.resource), ...state },
  });
  const title = (part: string) => `${name}: ${part}`;
  for (const page of pages) {
    const { filters = {} } = page.state;
    if (page.of && page.of !== resource.row) continue;
    if (Object.keys(filters).some((id) => !known.has(id))) continue;
    const facets = resource.tabs ? [resource.tabs.filter] : [];
    await explain(title(page.name), () =>
      readListing(reader, { ...query(page.state), facets }),
    );
  }
  await explain(title("filters"), () =>
    labelledFacets(reader, query(), { label: (_filter, value) => value }),
  );
  const [first] = (await readListing(reader, query())).rows;
  if (!resource.store || !first) return;
  const { id } = first;
  await explain(title("one row"), () =>
    readRecord(context, logged.kysely, { resource, viewer, id }),
  );
}

/** Makes each bid a purchase with a price; the first tenth is on its way. */
async function generatePurchases({ longRunning }: Database): Promise<void> {
  // The triggers of the ledger post one transfer after the other.
  await sql`alter table ledger_transfers disable trigger all`.execute(
    longRunning,
  );
  await sql`
    insert into ledger_transfers (debit_id, credit_id, amount, kind, bid_id, value_day, at)
    select 1, 2, amount, 'carPrice', id, auction_day, placed_at
    from bids where amount > 0`.execute(longRunning);
  await sql`
    insert into open_car_prices (bid_id, transfer_id)
    select bid_id, id from ledger_transfers`.execute(longRunning);
  await sql`
    insert into records (row_schema, data, created_at, updated_at, owner_id)
    select 'purchase', jsonb_build_object(
        'bidId', id::text, 'clientId', user_id::text, 'lotType', 'auction',
        'lotId', lot_id::text, 'lotNo', lot_no, 'auction', 'USS Tokyo',
        'purchaseDate', auction_day::text, 'maker', 'TOYOTA', 'model', 'AQUA',
        'chassis', 'NHP10-' || id, 'status', case when id < ${count / 10} then id % 6 else 5 end,
        'carState', case when id < ${count / 10} then 'inYard' else 'released' end,
        'papersState', 'sent', 'moneyState', 'received', 'claimState', 'none',
        'ending', 'none', 'vessel', 'VESSEL ' || id % 900,
        'nextAction', case when id < ${count / 10} then 'bookShip' end,
        'nextBy', case when id < ${count / 10} then 'agent' end,
        'nextDue', case when id < ${count / 10} then (auction_day + 7)::text end,
        'etd', (auction_day + 30)::text, 'eta', (auction_day + 50)::text),
      placed_at, placed_at, user_id
    from bids`.execute(longRunning);
  await sql`vacuum (analyze) records`.execute(longRunning);
  await sql`vacuum (analyze) ledger_transfers`.execute(longRunning);
}
