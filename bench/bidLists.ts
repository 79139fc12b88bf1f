import { CompiledQuery, sql } from "kysely";
import type { Viewer } from "../domain/access";
import { fixedConditions } from "../domain/listing/fixedConditions";
import type { FilterValue, ListingState } from "../domain/listing/state";
import { emptyState } from "../domain/listing/url";
import { bidSource } from "../server/bidding/bidSource";
import { countRivals } from "../server/bidding/bidLists";
import { readWork } from "../server/bidding/readWork";
import {
  createListingIndex,
  createListingReader,
  visibleListing,
} from "../server/workspace/listing";
import { labelledFacets } from "../tests/support/labelledFacets";
import { busyClient, dealerId, generateBids } from "./support/generatedBids";
import { now } from "./support/lots";
import { benchStatements, type PlanBench } from "./support/planBench";

/** `BIDS=200000 npm run bench -- bidLists` */
const count = Number(process.env.BIDS ?? "200000");
const clock = { now: () => now };

const viewerOf = (
  userId: string,
  of: Pick<Viewer, "userType" | "userLevel" | "roleId">,
): Viewer => ({
  userId,
  ...of,
  permissions: { adjustmentPriceShow: true, dealerBidAccess: true },
});

const lists: { name: string; viewer: Viewer }[] = [
  {
    name: "my-bids",
    viewer: viewerOf(busyClient, {
      userType: 2,
      userLevel: 1064,
      roleId: 1064,
    }),
  },
  {
    name: "dealer-bids",
    viewer: viewerOf(dealerId, { userType: 2, userLevel: 1092, roleId: 1092 }),
  },
  {
    name: "bid-manager",
    viewer: viewerOf("1", { userType: 3, userLevel: 1064, roleId: 3 }),
  },
  {
    name: "archive-bids",
    viewer: viewerOf("1", { userType: 3, userLevel: 1064, roleId: 3 }),
  },
];

const choice = (...values: string[]): FilterValue => ({
  kind: "choices",
  values,
});

const sortBy = (id: string): Partial<ListingState> => ({
  sort: { id, order: "DESC" },
});

/** Pages of a list, by what a person has chosen. */
const pages: { name: string; state: Partial<ListingState> }[] = [
  { name: "first page", state: {} },
  { name: "page 50", state: { page: 50 } },
  { name: "status Bid", state: { filters: { bidStatus: choice("2") } } },
  { name: "tab Archive", state: { filters: { bidStatus: choice("Archive") } } },
  {
    name: "today",
    state: {
      filters: {
        date: { kind: "dates", from: "2026-11-18", to: "2026-11-18" },
      },
    },
  },
  {
    name: "lot number",
    state: { filters: { lotNo: { kind: "text", text: "4711" } } },
  },
  { name: "one client", state: { filters: { user: choice("77") } } },
  { name: "group B", state: { filters: { bidGroups: choice("2") } } },
  { name: "by auction time", state: sortBy("auctionDate") },
  { name: "by start price", state: sortBy("startPrice") },
  { name: "by condition", state: sortBy("condition") },
];

/**
 * Explains the statements of the four lists of bids: pages with the counters of
 * their tabs, and the filters; and of the work of the day and the rivals of bids. The
 * floor reads every bid once.
 */
export const benchBidLists = (): Promise<string> =>
  benchStatements(`${count.toLocaleString("en")} bids`, explainBidLists);

async function explainBidLists({
  database,
  logged,
  declared: { schemas, workspace },
  makeIndexes,
  setFloor,
  explain,
}: PlanBench): Promise<void> {
  await generateBids(database, count);
  await makeIndexes(lists.map(({ name }) => name));
  await sql`vacuum (analyze) bids`.execute(database.longRunning);
  await setFloor(
    "every bid once",
    CompiledQuery.raw("select count(*), max(amount) from bids"),
  );
  const isOfBids = (text: string) => /from .?bids/.test(text);
  for (const { name, viewer } of lists) {
    const declared = workspace.resource(name);
    const listing = visibleListing({
      schemas,
      clock,
      resource: declared,
      viewer,
    });
    const { resource } = listing;
    const index = createListingIndex({ database: logged, clock });
    const reader = createListingReader(
      { database: logged, clock, index },
      bidSource,
    );
    const where = fixedConditions(declared.where, { viewer, now });
    const known = new Set(resource.filters.map(({ id, field }) => id ?? field));
    for (const page of pages) {
      const { filters = {} } = page.state;
      if (Object.keys(filters).some((id) => !known.has(id))) continue;
      if (name === "archive-bids" && filters.bidStatus) continue;
      const state = { ...emptyState(resource), ...page.state };
      const tabs = resource.tabs ? [resource.tabs.filter] : [];
      await explain(
        `${name}: ${page.name}`,
        () =>
          index.find(
            { ...listing, where, state, source: bidSource },
            { page: state, facets: tabs },
          ),
        isOfBids,
      );
    }
    const state = emptyState(resource);
    await explain(
      `${name}: filters`,
      () =>
        labelledFacets(
          reader,
          { ...listing, where, state },
          { label: (_field, value) => value },
        ),
      isOfBids,
    );
  }
  await explain(
    "work of the day",
    () => readWork({ database: logged, clock }),
    isOfBids,
  );
  const ids = Array.from({ length: 100 }, (_, index) => String(index + 1));
  await explain(
    "rivals of a page",
    () => countRivals(logged.kysely, ids),
    isOfBids,
  );
}
