import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { CompiledQuery, sql } from "kysely";
import { weekAxes } from "../domain/chart";
import { addDays } from "../domain/japanTime";
import { fixedConditions } from "../domain/listing/fixedConditions";
import { emptyState } from "../domain/listing/url";
import { lotSource, moveLots, writeLots } from "../server/catalog";
import { extraImagesJob } from "../server/catalog/extraImages/extraImagesJob";
import { favoriteSource } from "../server/catalog/favorites/favoriteLists";
import { instantSearchJob } from "../server/catalog/alerts/searchAlerts";
import { turnoverJob } from "../server/catalog/moveLots";
import { watchedLotJob } from "../server/catalog/alerts/watchedLots";
import { findChangedFavorites } from "../server/catalog/favorites/favoriteQueries";
import { ensureUser } from "../server/identity";
import { inTransaction, type Database } from "../server/platform/database";
import { findRoot } from "../server/platform/root";
import { lotPorts } from "../server/bidding";
import {
  createListingIndex,
  createListingReader,
  visibleListing,
} from "../server/workspace/listing";
import { firstDay, generateLots, middleOfSales } from "./support/generatedLots";
import {
  findProcess,
  loadHeader,
  loadLine,
  measureCpuLoad,
} from "./support/load";
import { makeSales } from "./support/pastSales";
import { benchStatements, type PlanBench } from "./support/planBench";
import { outputHas, reader, signIn, startProgram } from "./support/program";

/** `ROWS=200000 npm run bench -- catalog`, after `npm run build`. */
const count = Number(process.env.ROWS ?? 200_000);
const requests = Number(process.env.REQUESTS ?? 600);
const connections = 50;
const users = 2_000;
const clock = { now: () => middleOfSales };

/**
 * Measures the work around lots, half of which are past sales: the calls of favourites,
 * the chart, comparables, passports and shares over fifty connections, and then the
 * statements of the jobs with 2,000 searches and a fifth of the lots in wishlists.
 */
export const benchCatalog = (): Promise<string> =>
  benchStatements(
    `${count.toLocaleString("en")} lots, half of them past sales`,
    async (bench) => {
      await generateLots(bench.database, count);
      await makeSales(bench.database, 2);
      const userId = await ensureUser({ ...bench, clock }, reader);
      await addFavorites(bench.database, { first: Number(userId), users: 1 });
      await measureCalls(bench);
      await addFavorites(bench.database, { first: 1_000, users });
      await addSearches(bench.database);
      await explainReads(bench, userId);
      await explainJobs(bench);
    },
  );

async function measureCalls({ url, addLines }: PlanBench): Promise<void> {
  const main = path.join(findRoot(), "dist/server/main.js");
  if (!existsSync(main)) throw new Error("Run npm run build first");
  const folder = mkdtempSync(path.join(tmpdir(), "seriba-bench-"));
  const program = await startProgram([process.execPath, main], {
    DATABASE_URL: url,
    DATA_DIRECTORY: folder,
    DEMO: "off",
    NODE_ENV: "production",
  });
  try {
    const cookie = await signIn(program.base, reader);
    for (const area of ["auction", "stats"])
      await outputHas(program, `"area":"${area}","rows":`);
    const processes = [
      program.process.pid ?? 0,
      findProcess(`-p ${new URL(url).port} `),
    ];
    addLines(`${loadHeader}  CPU x floor`);
    let floor: number | undefined;
    for (const [name, pathOf] of Object.entries(calls)) {
      const sent = Array.from({ length: requests }, (_, n) => pathOf(n));
      const how = { connections, cookie, processes };
      const load = await measureCpuLoad(`${program.base}/api`, sent, how);
      const cpu = load.cpu.reduce((sum, used) => sum + used, 0);
      floor ??= cpu;
      const ratio = (cpu / floor).toFixed(2).padStart(12);
      addLines(`${loadLine(name, connections, load)} ${ratio}`);
    }
  } finally {
    program.process.kill("SIGTERM");
    await once(program.process, "exit");
    rmSync(folder, { recursive: true });
  }
}

/** The path of each call, by the number of the request. The first is the floor. */
const calls: Readonly<Record<string, (n: number) => string>> = {
  "a list (the floor)": (n) => `/auction/listing?makerId=${1 + (n % 60)}`,
  favourites: (n) => `/lists/favorites?page=${1 + (n % 5)}`,
  "favourites, filters": () => "/lists/favorites/filters",
  "chart of all sales": () => "/lists/sales-statistic/chart",
  "chart of a maker": (n) =>
    `/lists/sales-statistic/chart?makerId=${1 + (n % 60)}`,
  comparables: (n) => `/car-auction/comparables?id=${lotOf(n)}`,
  passport: (n) => `/lot/passport?id=${lotOf(n)}&lotType=auction`,
};

/** Lots with odd ids are coming. */
const lotOf = (n: number): number => 1 + 2 * ((n * 97) % (count / 2));

/** Explains the statements of lists by SQL and of live news. */
async function explainReads(
  { logged, declared, setFloor, explain }: PlanBench,
  userId: string,
): Promise<void> {
  const { schemas, workspace } = declared;
  await setFloor(
    "every lot once",
    CompiledQuery.raw("select count(*) from lots"),
  );
  const viewer = { ...reader, userId };
  const index = createListingIndex({ database: logged, clock });
  const listed = (name: string) => {
    const resource = workspace.resource(name);
    const where = fixedConditions(resource.where, {
      viewer,
      now: clock.now(),
    });
    const listing = visibleListing({ schemas, clock, resource, viewer });
    return { ...listing, where, state: emptyState(listing.resource) };
  };
  const favorites = { ...listed("favorites"), source: favoriteSource };
  await explain("favourites", () =>
    index.find(favorites, { page: favorites.state, facets: "all" }),
  );
  const sales = { ...listed("sales-statistic"), source: lotSource };
  const { chart } = sales.resource;
  const axes = chart && weekAxes(chart);
  if (axes)
    await explain("chart by SQL", () => index.find(sales, { chart: axes }));
  const upTo = await latestChange(logged);
  await explain("news of favourites", () =>
    findChangedFavorites(logged.kysely, {
      after: upTo - 100n,
      upTo,
      most: 500,
    }),
  );
}

/** Explains the statements of the jobs: the first run of each, and a run after news. */
async function explainJobs({
  logged,
  declared,
  explain,
}: PlanBench): Promise<void> {
  const jobs = { enqueue: () => Promise.resolve() };
  const ports = {
    ...lotPorts,
    hasBid: () => Promise.resolve(false),
    extraImagesOf: () => Promise.resolve([]),
    drawnPhotosOf: () => [],
  };
  const log = { warn: () => undefined };
  const context = { ...declared, database: logged, clock, jobs, log, ports };
  const index = createListingIndex(context);
  const lots = createListingReader({ ...context, index }, lotSource);
  const { signal } = new AbortController();
  const watched = watchedLotJob(context, lots);
  const news = () => changeLots(logged);
  for (const [name, job] of Object.entries({
    "searches, at once": instantSearchJob({
      ...context,
      findLists: () => ({ row: lotSource.row, reader: lots }),
      sourceOf: (row) => (row === lotSource.row ? lotSource : undefined),
    }),
    "watched lots": watched,
    "extra images": extraImagesJob(context),
    "turnover, nothing due": turnoverJob(context),
  }))
    for (const round of ["first run", "after 50 changes"]) {
      await news();
      await explain(`${name}, ${round}`, () => job.run(signal));
    }
  await explain("turnover of a day", () =>
    moveLots(context, {
      ...({ from: "auction", to: "stats" } as const),
      before: addDays(firstDay, 1),
    }),
  );
}

async function latestChange({ kysely }: Database): Promise<bigint> {
  const { rows } = await sql<{ seq: string }>`
    select max(seq)::text as seq from lots`.execute(kysely);
  return BigInt(rows[0]?.seq ?? 0);
}

let written = 0;

/** Adds fifty lots, as an import writes them. */
const changeLots = (database: Database): Promise<unknown> =>
  inTransaction(database, (trx) =>
    writeLots(
      trx,
      "auction",
      Array.from({ length: 50 }, () => {
        written += 1;
        const lotNo = String(written);
        return {
          source: "news",
          sourceId: lotNo,
          rowHash: lotNo,
          fields: { lotNo, maker: "MAKER 1", status: 4532, images: [] },
        };
      }),
    ),
  );

/**
 * Adds users, among whose wishlists a fifth of the lots are divided. Alerts have told
 * of all results.
 */
async function addFavorites(
  { longRunning }: Database,
  { first, users: of }: { first: number; users: number },
): Promise<void> {
  await sql`
    insert into users (id, email, email_key, password_hash, full_name, user_type,
      user_level, role_id, permissions, created_at)
    overriding system value
    select n, 'watcher' || n || '@bench.test', 'watcher' || n || '@bench.test', '',
      'Watcher ' || n, 2, 1064, 1064, ${JSON.stringify(reader.permissions)}::jsonb, now()
    from generate_series(${first}::int, ${first + of - 1}::int) as n
    on conflict do nothing`.execute(longRunning);
  await sql`
    insert into favorites (user_id, group_name, lot_area, lot_id, added_at)
    select ${first}::int + lots.id / 5 % ${of}::int, 'main', lots.area, lots.id,
      lots.auction_at - interval '3 days'
    from lots where lots.id % 5 = 0 and (${of}::int > 1 or lots.id <= 2000)`.execute(
    longRunning,
  );
  await sql`
    insert into deliveries (user_id, kind, subject_id, lot_id, delivered_at)
    select user_id, 'result', 0, lot_id, now()
    from favorites join lots on lots.area = lot_area and lots.id = lot_id
    where status in (4533, 4534, 4535)
    on conflict do nothing`.execute(longRunning);
  await sql`vacuum (analyze) favorites, deliveries`.execute(longRunning);
}

/** Adds a search with alerts at once to each watcher, and requests for extra images. */
async function addSearches({ longRunning }: Database): Promise<void> {
  await sql`
    insert into saved_searches (user_id, type, title, params, created_at, checked_seq, notify)
    select id, 'auction', 'Search ' || id, 'makerId=' || 1 + id % 60, now(),
      (select max(seq) from lots), 'now'
    from users where id >= 1000`.execute(longRunning);
  await sql`
    insert into extra_image_requests (user_id, kind, lot_id, requested_day, due_at, images)
    select users.id, 'car', 2 * n + 1, date ${sql.lit(firstDay)}, now(),
      case when n < 10 then '' end
    from users, generate_series(1, 10) as n where users.id >= 1000`.execute(
    longRunning,
  );
  await sql`vacuum (analyze) saved_searches, extra_image_requests`.execute(
    longRunning,
  );
}
