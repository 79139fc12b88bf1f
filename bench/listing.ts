import { sql } from "kysely";
import { replyFields } from "../domain/visible";
import type { FilterValue, ListingState } from "../domain/listing/state";
import { emptyState } from "../domain/listing/url";
import { lotSource } from "../server/catalog";
import { setChecks } from "../server/declare";
import { findRoot } from "../server/platform/root";
import { readSources } from "../server/workspace/sources";
import { compileSet } from "../server/workspace/declared/compileSet";
import {
  createListingIndex,
  createListingReader,
  readListing,
} from "../server/workspace/listing";
import { labelledFacets } from "../tests/support/labelledFacets";
import { now, openWithLots, viewer } from "./support/lots";
import { compare, tableOf, type Measured } from "./support/measure";
import { rawFacets, rawListing, type Where } from "./support/rawListing";

const choices = (...values: string[]): FilterValue => ({
  kind: "choices",
  values,
});

const byTime = sql`(auction_at < ${now}), auction_at`;
const cases: {
  name: string;
  state: Partial<ListingState>;
  where: Where;
  order?: typeof byTime;
}[] = [
  { name: "nothing chosen", state: {}, where: sql`true` },
  {
    name: "one day",
    state: { filters: { date: choices("2026-11-19") } },
    where: sql`auction_day = '2026-11-19'`,
  },
  {
    name: "a maker",
    state: { filters: { maker: choices("1") } },
    where: sql`maker_id = 1`,
  },
  {
    name: "a maker and two models",
    state: { filters: { maker: choices("1"), model: choices("1", "2") } },
    where: sql`maker_id = 1 and model_id in (1, 2)`,
  },
  {
    name: "years and grades of a day",
    state: {
      filters: {
        date: choices("2026-11-19"),
        year: { kind: "range", from: 2010, to: 2016 },
        condition: choices("1", "2"),
      },
    },
    where: sql`auction_day = '2026-11-19' and year between 2010 and 2016
      and condition_id in (1, 2)`,
  },
  {
    name: "sorted by mileage",
    state: { sort: { id: "mileage", order: "ASC" } },
    where: sql`true`,
    order: sql`mileage`,
  },
  {
    name: "a word of the equipment",
    state: { search: { parameter: "equip", text: "navi" } },
    where: sql`to_tsvector('simple', coalesce(equip, ''))
      @@ to_tsquery('simple', 'navi:*')`,
  },
];

/** The listing index against the same questions as SQL written by hand. */
export async function benchListing(): Promise<string> {
  const { database, lots } = await openWithLots();
  const root = findRoot();
  const { schemas, workspace } = compileSet({
    sources: readSources(root),
    checks: setChecks,
  });
  const resource = workspace.resource("car-auction");
  const row = schemas.row(resource.row);
  const clock = { now: () => now };
  const reader = createListingReader(
    { database, clock, index: createListingIndex({ database, clock }) },
    lotSource,
  );
  const fields = replyFields(resource, row, viewer);
  const listing = { resource, row, fields, viewer, schemas, where: undefined };
  const pages: Measured[] = [];
  const facets: Measured[] = [];
  for (const { name, where, order = byTime, ...one } of cases) {
    const state = { ...emptyState(resource), ...one.state };
    const query = { ...listing, state };
    pages.push(
      await compare(name, {
        ours: () => readListing(reader, query),
        floor: () => rawListing(database, { where, order }),
      }),
    );
    facets.push(
      await compare(name, {
        ours: () =>
          labelledFacets(reader, query, { label: (_field, value) => value }),
        floor: () => rawFacets(database, { where }),
      }),
    );
  }
  await database.close();
  return [
    `${String(lots)} lots in the embedded database`,
    tableOf("page and total", pages),
    tableOf("all facets", facets),
  ].join("\n\n");
}
