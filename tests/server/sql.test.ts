import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type Transaction,
} from "kysely";
import { expect, it } from "vitest";
import { roleIds, userLevels, type Viewer } from "../../domain/access";
import type { FilterValue, ListingState } from "../../domain/listing/state";
import type { Field } from "../../domain/resource";
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
import {
  filterCondition,
  whereConditions,
} from "../../server/workspace/listing/query/conditions";
import type { Asked } from "../../server/workspace/listing/query/listingIndex";
import type { RowSource } from "../../server/workspace/listing/source/rowSource";
import {
  carAuction,
  client,
  lotSchema,
} from "./workspace/listing/support/declared";

// The SQL that Kysely compiles, for reviewers: the conditions of lists by operator and
// storage, and the main queries of the areas. `npx vitest run tests/server/sql.test.ts -u`
// writes the files after a change. No database answers: functions get sample rows.

type Trx = Transaction<Tables>;
type Run = (trx: Trx) => Promise<unknown>;
type Sample = Readonly<Record<string, unknown>>;

/** Returns the statements of a function, whose queries read the sample rows in turn. */
async function statementsOf(run: Run, rows: readonly Sample[]) {
  const statements: string[] = [];
  const samples = [...rows];
  const db = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (kysely) => new PostgresIntrospector(kysely),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    plugins: [
      {
        transformQuery: ({ node }) => node,
        transformResult: ({ result }) =>
          Promise.resolve({
            ...result,
            rows: samples.splice(0, 1),
            numAffectedRows: 1n,
          }),
      },
    ],
    log: ({ query }) => {
      statements.push(laidOut(query.sql));
    },
  });
  await db
    .transaction()
    .execute(run)
    // The sample rows end here.
    .catch((error: unknown) => {
      if (!(error instanceof Error) || error.message !== "no result")
        throw error;
    });
  return statements;
}

const clauses =
  /(?<!left|inner)\s(?=(?:from|where|(?:left |inner )?join|order by|group by|limit|returning|set|values|on conflict|for update)\b)/g;

/** Breaks a statement before its clauses, except in brackets. */
const laidOut = (text: string): string =>
  text
    .replace(/\s+/g, " ")
    .replace(/([([]) /g, "$1")
    .replace(clauses, (space, at: number, all: string) => {
      const before = all.slice(0, at);
      const isInside = before.split("(").length > before.split(")").length;
      return isInside ? space : "\n  ";
    })
    .trim();

/** Returns the text of a file: the statements of each function below its name. */
async function documentOf(
  queries: Readonly<Record<string, Run | [Run, ...Sample[]]>>,
): Promise<string> {
  const parts: string[] = [];
  for (const [name, query] of Object.entries(queries)) {
    const [run, ...rows] = typeof query === "function" ? [query] : query;
    const statements = await statementsOf(run, rows);
    expect(statements, name).not.toEqual([]);
    parts.push(
      `-- ${name}\n${statements.map((text) => `${text};\n`).join("")}`,
    );
  }
  return parts.join("\n");
}

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
      ...[closed, { id: "13" }, closed, { id: "14" }],
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

/** A field of each type with a value that people choose, and one that a list fixes. */
const operators: Readonly<
  Record<string, { field: Field; chosen: FilterValue; fixed: object }>
> = {
  enum: {
    field: { type: "string", enum: ["a", "b", "c"] },
    chosen: { kind: "choices", values: ["a", "b"] },
    fixed: { atLeast: "b" },
  },
  number: {
    field: { type: "integer" },
    chosen: { kind: "range", from: 1, to: 9 },
    fixed: { in: [1, 2], atLeast: 1 },
  },
  date: {
    field: { type: "string", format: "date-time" },
    chosen: { kind: "dates", from: "2026-11-20", to: "2026-11-21" },
    fixed: { atMost: "2026-11-20" },
  },
  flag: {
    field: { type: "boolean" },
    chosen: { kind: "flag", value: true },
    fixed: { in: [true] },
  },
  text: {
    field: { type: "string" },
    chosen: { kind: "text", text: "50%" },
    fixed: { contains: "a" },
  },
  list: {
    field: { type: "array", items: { type: "string" } },
    chosen: { kind: "choices", values: ["a"] },
    fixed: { is: "a", filled: true },
  },
  code: {
    field: { type: "string", "x-code": true },
    chosen: { kind: "choices", values: ["12"] },
    fixed: { in: ["12"] },
  },
  word: {
    field: { type: "string", "x-dictionary": "maker" },
    chosen: { kind: "choices", values: ["1", "2"] },
    fixed: { in: ["TOYOTA"] },
  },
};

const sourceOf = (fields: RowSource["fields"]): RowSource => ({
  row: "sample",
  table: "samples",
  id: "id",
  extra: "extra",
  fields,
  scope: () => ({ owner: "anyone" }),
});

it("shows the SQL of the conditions of lists, by operator and storage", async () => {
  const queries = Object.entries(operators).flatMap(([name, sample]) => {
    const column =
      name === "word"
        ? ({ kind: "term", column: "value_id", dictionary: "maker" } as const)
        : ({ kind: "column", column: "value", day: "value_day" } as const);
    const row = {
      $id: "sample",
      type: "object" as const,
      properties: { value: sample.field },
      additionalProperties: false as const,
    };
    const inColumn = sourceOf({ value: column });
    const inExtra = sourceOf({});
    return Object.entries({ column: inColumn, extra: inExtra }).flatMap(
      ([storage, source]): [string, Run][] => [
        [
          `${name} in ${storage}, chosen`,
          (trx) =>
            trx
              .selectFrom("lots as samples")
              .select("id")
              .where(
                filterCondition(
                  { source, filter: { field: "value" }, field: sample.field },
                  sample.chosen,
                ),
              )
              .execute(),
        ],
        [
          `${name} in ${storage}, fixed`,
          (trx) => {
            const where = [{ field: "value", ...sample.fixed }];
            const [condition] = whereConditions(source, row, where);
            if (!condition) throw new Error("There is no condition.");
            const query = trx.selectFrom("lots as samples").select("id");
            return query.where(condition).execute();
          },
        ],
      ],
    );
  });
  const text = await documentOf(Object.fromEntries(queries));
  await expect(text).toMatchFileSnapshot("sql/conditions.sql");
});
