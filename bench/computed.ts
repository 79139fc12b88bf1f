import { emptyState } from "../domain/listing/url";
import type { ListingState } from "../domain/listing/state";
import { replyFields } from "../domain/visible";
import { lotSource } from "../server/catalog";
import { setChecks } from "../server/declare";
import { createChangeHub } from "../server/platform/changes";
import { inTransaction, type Database } from "../server/platform/database";
import { findRoot } from "../server/platform/root";
import { createColumnsEngine } from "../server/workspace/columns";
import { createFormulas } from "../server/workspace/computed/formulas";
import { keepTables } from "../server/workspace/computed/keptTables";
import { compileSet } from "../server/workspace/declared/compileSet";
import {
  createListingIndex,
  createListingReader,
} from "../server/workspace/listing";
import { readRowTexts } from "../server/workspace/lists/readRowTexts";
import { addRecords, type RecordData } from "../server/workspace/records";
import { readSources } from "../server/workspace/sources";
import { startPostgres } from "../tests/support/postgres";
import { openMigrated, silentLog } from "./support/benchDatabase";
import { generateLots, middleOfSales } from "./support/generatedLots";
import { viewer as client } from "./support/lots";
import { compare, tableOf, type Measured } from "./support/measure";

/** `ROWS=300000 npm run bench -- computed`. */
const count = Number(process.env.ROWS ?? 300_000);
const clock = { now: () => middleOfSales };
const author = { userId: "1", userName: "Bench", at: middleOfSales };
const viewer = { ...client, choices: { destination: "Vladivostok" } };
const computed = ["landedPrice", "landedAverage"];

const numbers = (length: number) => Array.from({ length }, (_, n) => n);
const sizes = ["kei", "sedan", "van", "large"];
const ports = ["yokohama", "nagoya", "kobe"];
const valid = { validFrom: "2020-01-01" };

/** Tables of rates with about as many records as an agent has. */
const tables: Readonly<Record<string, readonly RecordData[]>> = {
  "vehicle-size": numbers(1_200).map((n) => ({
    model: `MODEL ${String(n)}`,
    sizeClass: sizes[n % 4],
  })),
  "auction-fee": numbers(120).map((n) => ({
    ...valid,
    house: `HOUSE ${String(n % 40)}`,
    fromPrice: Math.floor(n / 40) * 500_000,
    fee: 8_000 + 50 * n,
  })),
  "agent-fee": [
    { ...valid, fromPrice: 0, fee: 40_000 },
    { ...valid, fromPrice: 1_500_000, percent: 5 },
  ],
  "inland-rate": numbers(160).map((n) => ({
    ...valid,
    house: `HOUSE ${String(n % 40)}`,
    sizeClass: sizes[n % 4],
    loadingPort: ports[n % 3],
    fee: 4_000 + 100 * n,
  })),
  freight: numbers(240).map((n) => ({
    ...valid,
    destination: n % 2 ? "Vladivostok" : `Port ${String(n)}`,
    loadingPort: ports[n % 3],
    sizeClass: sizes[n % 4],
    price: 60_000 + 500 * n,
  })),
  "other-charge": ["insurance", "forwarding", "yard"].map((kind, n) => ({
    ...valid,
    kind,
    fromPrice: 0,
    ...(n ? { fee: 10_000 * n } : { percent: 1 }),
  })),
};

const addTables = (database: Database, names: readonly string[]) =>
  inTransaction(database, async (trx) => {
    for (const row of names)
      await addRecords(trx, { row, rows: tables[row] ?? [], author });
  });

/**
 * Measures lists with the computed price in the index in memory: the same pages with and
 * without its columns, filters and sorts by it beside those by a stored price, and the
 * first page after a table has changed.
 */
export async function benchComputed(): Promise<string> {
  const postgres = await startPostgres();
  const database = await openMigrated(await postgres.createDatabase());
  await generateLots(database, count);
  await addTables(database, Object.keys(tables));
  const changes = createChangeHub({ database, log: silentLog });
  const engine = createColumnsEngine({
    ...{ database, changes, clock, log: silentLog },
    mostBytes: 4 * 2 ** 30,
  });
  const kept = keepTables({ database, changes, log: silentLog });
  const formulas = createFormulas({ tables: kept, clock });
  const { schemas, workspace } = compileSet({
    sources: readSources(findRoot()),
    checks: setChecks,
  });
  const resource = workspace.resource("car-auction");
  const row = schemas.row(resource.row);
  const { "x-areas": areas, ...rest } = row;
  const plainRow = {
    ...{ ...rest, ...(areas && { "x-areas": areas }) },
    properties: Object.fromEntries(
      Object.entries(row.properties).filter(
        ([name]) => !computed.includes(name),
      ),
    ),
  };
  engine.wantFor({
    resources: [resource],
    row: () => row,
    sourceOf: () => lotSource,
  });
  await engine.start();
  await engine.settled();
  const index = createListingIndex({ database, clock, formulas }, engine);
  const reader = createListingReader({ database, clock, index }, lotSource, {
    textBytes: 2 ** 28,
  });
  const listing = { resource, viewer, where: undefined };
  const page = (of: typeof row, state: Partial<ListingState>) => {
    const fields = replyFields(resource, of, viewer);
    const query = { ...listing, row: of, fields };
    return () =>
      readRowTexts(
        { schemas },
        { reader },
        { query: { ...query, state: { ...emptyState(resource), ...state } } },
      );
  };
  const range = (field: string) => ({
    filters: { [field]: { kind: "range" as const, from: null, to: 900_000 } },
  });
  const by = (id: string) => ({ sort: { id, order: "ASC" as const } });
  const startedAt = performance.now();
  await page(row, {})();
  const first = performance.now() - startedAt;
  const measured: Measured[] = [];
  const cases: Record<string, [Partial<ListingState>, Partial<ListingState>]> =
    {
      "a page": [{}, {}],
      "page 300": [{ page: 300 }, { page: 300 }],
      filtered: [range("landedPrice"), range("startPrice")],
      sorted: [by("landedPrice"), by("startPrice")],
      "filtered and sorted": [
        { ...range("landedPrice"), ...by("landedPrice") },
        { ...range("startPrice"), ...by("startPrice") },
      ],
    };
  for (const [name, [ours, floor]] of Object.entries(cases))
    measured.push(
      await compare(name, {
        ours: page(row, ours),
        floor: page(plainRow, floor),
      }),
    );
  await addTables(database, ["freight"]);
  const before = await formulas(row, viewer);
  while ((await formulas(row, viewer))?.key === before?.key)
    await new Promise(setImmediate);
  const changedAt = performance.now();
  await page(row, range("landedPrice"))();
  const again = performance.now() - changedAt;
  await engine.stop();
  await kept.stop();
  await changes.stop();
  await database.close();
  await postgres.stop();
  return [
    tableOf(
      `${count.toLocaleString("en")} lots, with the price and without`,
      measured,
    ),
    `first page: ${first.toFixed(0)} ms; after a change of a table: ${again.toFixed(0)} ms`,
  ].join("\n");
}
