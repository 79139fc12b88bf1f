import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { chromium, type Browser } from "@playwright/test";
import { Client } from "pg";
import { carFields } from "../server/catalog";
import { findRoot } from "../server/platform/root";
import { startPostgres } from "../tests/support/postgres";
import { untilIdle } from "./support/load";
import { signIn, startProgram } from "./support/program";
import {
  measureChanges,
  measureStart,
  newContext,
  type Screen,
  type Start,
} from "./support/screens";
import { serveStockAdmin } from "./support/stockServer";

/** `ROUNDS=9 npm run bench -- firstScreen`, after `npm run build`. */
const rounds = Number(process.env.ROUNDS ?? 5);
const slowdowns = [1, 4];

const password = "seriba-demo";
const client = { email: "client@seriba.test", password };
const manager = { email: "manager@seriba.test", password };

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/**
 * Measures in Chromium, with and without a processor slowed down four times,
 * how long screens take until their 50 rows are painted: after a cold start
 * (empty cache, signed in) and a warm start (the files are in the HTTP cache),
 * and after a change of page or order. The floor is stock react-admin over the
 * same rows of the same server.
 */
export async function benchFirstScreen(): Promise<string> {
  const main = path.join(findRoot(), "dist/server/main.js");
  if (!existsSync(main)) throw new Error("Run npm run build first");
  const folder = mkdtempSync(path.join(tmpdir(), "seriba-bench-"));
  const postgres = await startPostgres();
  const url = await postgres.createDatabase();
  const program = await startProgram([process.execPath, main], {
    DATABASE_URL: url,
    DATA_DIRECTORY: path.join(folder, "data"),
    DEMO: "on",
    DEMO_SCALE: process.env.DEMO_SCALE ?? "0.2",
  });
  const { base } = program;
  const stock = await serveStockAdmin({
    folder: path.join(folder, "stock"),
    base,
    signIn: () => signIn(base, client),
  });
  const browser = await chromium.launch({
    executablePath: browserPath(),
    args: ["--no-sandbox", "--disable-gpu"],
  });
  try {
    // Past sales are still being imported.
    await untilIdle(program.process);
    await placeBids(url);
    const lot = await firstLot(base, await signIn(base, client));
    const screens = screensOf({ base, stock: stock.base, lot });
    const lines = [
      `${rounds} rounds, medians; a processor of 1/1 and 1/4 speed`,
      startHeader,
      ...(await measureStarts(browser, screens, base)),
      "",
      changeHeader,
      ...(await measureAllChanges(browser, screens, base)),
    ];
    return lines.join("\n");
  } finally {
    await browser.close();
    stock.close();
    program.process.kill("SIGTERM");
    await once(program.process, "exit");
    await postgres.stop();
    rmSync(folder, { recursive: true });
  }
}

const browserPath = (): string =>
  execFileSync(process.execPath, ["scripts/browser.mjs"], {
    encoding: "utf8",
  }).trim();

/** Places bids on coming lots, so that the manager's list has several pages. */
async function placeBids(url: string): Promise<void> {
  const columns = Object.values(carFields).map(({ column }) => column);
  const copied = [...columns, "auction_day", "is_uss", "extra"].join(", ");
  const database = new Client({ connectionString: url });
  await database.connect();
  try {
    await database.query(
      `insert into bids (user_id, lot_area, lot_id, lot_status, amount, bid_status,
         auto_bid, placed_day, placed_at, ${copied})
       select users.id, area, lots.id, status, 500000, 1, false, current_date, now(),
         ${copied.replace("is_uss", "false")}
       from lots, users
       where area = 'auction' and email_key = $1
       order by lots.id desc limit 200
       on conflict do nothing`,
      [client.email],
    );
  } finally {
    await database.end();
  }
}

async function firstLot(base: string, cookie: string): Promise<string> {
  const reply = await fetch(`${base}/api/auction/listing`, {
    headers: { cookie },
  });
  const { carsList } = (await reply.json()) as { carsList: { id: string }[] };
  return carsList[0]?.id ?? "";
}

type ScreenName = "listing" | "lot" | "bid manager" | "login" | "react-admin";

const tableRows = "tbody tr[data-row-id]";
const gridRows = ".MuiDataGrid-row .MuiDataGrid-cell a";

function screensOf(options: {
  base: string;
  stock: string;
  lot: string;
}): Record<ScreenName, Screen> {
  const { base, stock, lot } = options;
  const screens: Record<ScreenName, Omit<Screen, "name">> = {
    listing: {
      url: `${base}/car-auction?pageSize=50`,
      account: client,
      shows: tableRows,
      count: 50,
    },
    lot: {
      url: `${base}/car-auction/${lot}`,
      account: client,
      shows: "main dl dd",
      count: 5,
    },
    // The grid draws only the rows in view.
    "bid manager": {
      url: `${base}/bid-manager?pageSize=50`,
      account: manager,
      shows: gridRows,
      count: 5,
    },
    login: {
      url: `${base}/auth/login`,
      shows: "input[type=password]",
      count: 1,
    },
    "react-admin": {
      url: stock,
      account: client,
      shows: "tbody tr",
      count: 50,
    },
  };
  const named = Object.entries(screens).map(([name, screen]) => [
    name,
    { name, ...screen },
  ]);
  return Object.fromEntries(named) as Record<ScreenName, Screen>;
}

/** Takes the screens in turns, so that a busy moment falls on all of them. */
async function measureStarts(
  browser: Browser,
  screens: Record<ScreenName, Screen>,
  base: string,
): Promise<string[]> {
  const starts = new Map<string, Start[]>();
  const note = (key: string, start: Start) => {
    starts.set(key, [...(starts.get(key) ?? []), start]);
  };
  for (let round = 0; round < rounds; round += 1)
    for (const screen of Object.values(screens))
      for (const slowdown of slowdowns) {
        const context = await newContext(browser, screen, base);
        for (const kind of ["cold", "warm"])
          note(
            `${screen.name} ${kind} ${slowdown}`,
            await measureStart(context, screen, slowdown),
          );
        await context.close();
      }
  const of = (key: string, value: keyof Start) =>
    median((starts.get(key) ?? []).map((start) => start[value]));
  return Object.values(screens).map(({ name }) =>
    line(name, [
      ...slowdowns.flatMap((slowdown) =>
        ["cold", "warm"].map((kind) =>
          of(`${name} ${kind} ${slowdown}`, "time"),
        ),
      ),
      of(`${name} cold 1`, "nodes"),
      of(`${name} cold 1`, "bytes") / 1000,
      of(`${name} warm 1`, "bytes") / 1000,
    ]),
  );
}

/** The button to the next page, and a heading that sorts; not by date, as lots are. */
const next = "main nav button:last-of-type";
const heading = "th:nth-child(n + 3) button";
const gridHeading = '[role=columnheader][data-field="auction"]';

type Change = {
  name: string;
  screen: ScreenName;
  click: string;
  first: string;
};

const changes: readonly Change[] = [
  { name: "listing: page", screen: "listing", click: next, first: tableRows },
  {
    name: "listing: order",
    screen: "listing",
    click: heading,
    first: tableRows,
  },
  {
    name: "bid manager: page",
    screen: "bid manager",
    click: next,
    first: gridRows,
  },
  {
    name: "bid manager: order",
    screen: "bid manager",
    click: gridHeading,
    first: gridRows,
  },
  {
    name: "react-admin: page",
    screen: "react-admin",
    click: 'button[aria-label="Go to next page"]',
    first: "tbody tr",
  },
  {
    name: "react-admin: order",
    screen: "react-admin",
    click: "th [data-field=year]",
    first: "tbody tr",
  },
];

async function measureAllChanges(
  browser: Browser,
  screens: Record<ScreenName, Screen>,
  base: string,
): Promise<string[]> {
  const lines: string[] = [];
  for (const { name, screen, click, first } of changes) {
    const times: number[] = [];
    for (const slowdown of slowdowns) {
      const context = await newContext(browser, screens[screen], base);
      const change = { click, first, slowdown, times: rounds };
      times.push(
        median(await measureChanges(context, screens[screen], change)),
      );
      await context.close();
    }
    lines.push(line(name, times));
  }
  return lines;
}

const line = (name: string, values: readonly number[]): string =>
  [
    name.padEnd(20),
    ...values.map((value) => value.toFixed(0).padStart(9)),
  ].join(" ");

const startHeader =
  "milliseconds           cold 1/1  warm 1/1  cold 1/4  warm 1/4     nodes   KB cold   KB warm";
const changeHeader = "milliseconds                1/1       1/4";
