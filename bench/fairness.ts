import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { sql, type Transaction } from "kysely";
import { lotStatuses } from "../domain/lotStatus";
import { writeLots } from "../server/catalog";
import { ensureUser } from "../server/identity";
import { openAccount, openBalance } from "../server/payments";
import {
  inTransaction,
  type Database,
  type Tables,
} from "../server/platform/database";
import { findRoot } from "../server/platform/root";
import { startPostgres } from "../tests/support/postgres";
import { openMigrated } from "./support/benchDatabase";
import { generateLots } from "./support/generatedLots";
import { queries } from "./support/listQueries";
import { outputHas, reader, signIn, startProgram } from "./support/program";

/** `ROWS=200000 npm run bench -- fairness`, after `npm run build`. */
const rows = Number(process.env.ROWS ?? 200_000);
const connections = 100;
const probes = 30;
const refusedPauseMs = 250;
const day = 24 * 3_600_000;

/** The account whose list and bid are timed. */
const bidder = {
  ...reader,
  email: "bidder@example.com",
  onCreated: (trx: Transaction<Tables>, userId: string) =>
    openAccount(trx, userId, {
      creditLimit: 9_000_000,
      dailyBidLimit: 1_000,
      dailyUssLimit: 1_000,
    }),
};

/** A signed-in account at an address of its own, which a proxy would send. */
type Account = { cookie: string; "x-forwarded-for": string };
type Call = { method?: "POST"; headers?: object; body?: string };

/**
 * A hundred connections that search words in the equipment of cars, by one account and
 * by a hundred. Prints what lists with changing filters and bids of another account take
 * beside them, and the ratio of the two loads. The database answers all lists, so that
 * the searches are slow.
 */
export async function benchFairness(): Promise<string> {
  const main = path.join(findRoot(), "dist/server/main.js");
  if (!existsSync(main)) throw new Error("Run npm run build first");
  const postgres = await startPostgres();
  const url = await postgres.createDatabase();
  const database = await openMigrated(url);
  await generateLots(database, rows);
  await addAccounts(database);
  const lots = await addLots(database, 2 * probes);
  await database.close();
  const folder = mkdtempSync(path.join(tmpdir(), "seriba-bench-"));
  const program = await startProgram([process.execPath, main], {
    DATABASE_URL: url,
    DATA_DIRECTORY: folder,
    INDEX_MEMORY: "0",
    TRUST_PROXY: "127.0.0.1",
    DEMO: "off",
    NODE_ENV: "production",
  });
  await outputHas(program, "indexes of added fields");
  const { base } = program;
  const accountOf = async (
    email: string,
    number: number,
  ): Promise<Account> => ({
    cookie: await signIn(base, { ...reader, email }),
    "x-forwarded-for": `192.0.2.${number}`,
  });
  const loading: Account[] = [];
  for (let number = 1; number <= connections; number += 1)
    loading.push(await accountOf(loadEmail(number), number));
  const other = await accountOf(bidder.email, connections + 1);

  const send = async (account: Account, address: string, call: Call = {}) => {
    const reply = await fetch(`${base}/api${address}`, {
      ...call,
      headers: { ...account, ...call.headers },
    });
    const text = await reply.text();
    return { status: reply.status, text };
  };
  const filters = queries(2 * probes);
  let searches = 0;

  /** Returns the median milliseconds of a list and a bid beside the load. */
  const beside = async (accounts: number) => {
    let isOver = false;
    let [answered, refused] = [0, 0];
    const clients = Array.from({ length: connections }, async (_, index) => {
      const account = loading[index % accounts];
      while (account && !isOver) {
        searches += 1;
        const query = `quick_search_parameter=equip&quick_search_text=navi+${searches % 50}&mileage=${searches},900000`;
        const { status } = await send(account, `/auction/listing?${query}`);
        if (status === 200) answered += 1;
        else {
          refused += 1;
          await pause(refusedPauseMs);
        }
      }
    });
    await pause(2_000);
    const timed = async (call: () => ReturnType<typeof send>) => {
      const taken: number[] = [];
      let failed = 0;
      for (let count = 0; count < probes; count += 1) {
        const sentAt = performance.now();
        const { status, text } = await call();
        taken.push(performance.now() - sentAt);
        if (status === 503) failed += 1;
        else if (status !== 200) throw new Error(`${status}: ${text}`);
      }
      taken.sort((left, right) => left - right);
      const median = taken[Math.floor(probes / 2)] ?? 0;
      return { median, failed };
    };
    const list = await timed(() =>
      send(other, `/auction/listing?${filters.pop() ?? ""}`),
    );
    const bid = await timed(() =>
      send(other, "/bid/create", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({
          carId: lots.pop(),
          amount: 5_000,
          bidType: 1,
          confirm: 1,
        }),
      }),
    );
    isOver = true;
    await Promise.all(clients);
    return { list, bid, load: `${answered} searches, ${refused} refused` };
  };

  const [single, spread] = [await beside(1), await beside(connections)];
  program.process.kill("SIGTERM");
  await once(program.process, "exit");
  await postgres.stop();
  rmSync(folder, { recursive: true });
  const line = (name: "list" | "bid") => {
    const [one, all] = [single[name], spread[name]];
    return `${name} ${one.median.toFixed(0)} ms (${one.failed} refused) beside one account, ${all.median.toFixed(0)} ms (${all.failed} refused) beside ${connections}, ratio ${(one.median / all.median).toFixed(2)}`;
  };
  return [
    `fairness: ${rows.toLocaleString("en")} lots, ${connections} connections`,
    line("list"),
    line("bid"),
    `load of one account: ${single.load}; of ${connections}: ${spread.load}`,
  ].join("\n");
}

const loadEmail = (number: number) => `load${number}@example.com`;

/** Adds the account that bids and the accounts of the load, with the same password. */
async function addAccounts(database: Database): Promise<void> {
  const at = new Date();
  const context = { database, clock: { now: () => at } };
  const userId = await ensureUser(context, bidder);
  await inTransaction(database, (trx) =>
    openBalance(trx, { userId, amount: 9_000_000, at }),
  );
  for (let number = 1; number <= connections; number += 1) {
    const email = loadEmail(number);
    await sql`
      insert into users (email, email_key, password_hash, full_name, user_type,
        user_level, role_id, permissions, bid_email_notify, created_at)
      select ${email}, ${email}, password_hash, full_name, user_type, user_level,
        role_id, permissions, false, created_at
      from users where id = ${userId}`.execute(database.kysely);
  }
}

/** Adds lots that are sold tomorrow, and returns their ids. */
async function addLots(database: Database, count: number): Promise<string[]> {
  const auctionDate = new Date(Date.now() + day).toISOString();
  const lots = Array.from({ length: count }, (_, place) => ({
    source: "fairness",
    sourceId: String(place),
    rowHash: String(place),
    fields: {
      ...{ lotNo: String(place), maker: "MAKER 1", model: "MODEL 1" },
      ...{ auctionDate, auctionName: "HOUSE 1", startPrice: 5_000 },
      ...{ status: lotStatuses.upcoming, images: [] },
    },
  }));
  await inTransaction(database, (trx) => writeLots(trx, "auction", lots));
  const stored = await database.kysely
    .selectFrom("lots")
    .select("id")
    .where("source", "=", "fairness")
    .execute();
  return stored.map(({ id }) => id);
}
