import { describe, expect, it } from "vitest";
import { filterKind, hasChoices } from "../../../domain/listing/kinds/kinds";
import {
  filterId,
  filterSend,
  type Filter,
  type Resource,
  type RowSchema,
} from "../../../domain/resource";
import { writeLots } from "../../../server/catalog";
import { seedRecords } from "../../../server/demo/seedRecords";
import { inTransaction } from "../../../server/platform/database";
import { signIn, testApp, type Account } from "../../support/app";
import { demoRoot } from "../../support/demoRoot";
import { carLot } from "../catalog/support/catalogApp";

const accounts: readonly Account[] = ["client", "dealer", "manager", "admin"];
/** Lists of what this program has not: alerts, files, jobs and mails. */
const emptyLists = new Set([
  ...["alerts", "car-charges", "files", "jobs", "outbox", "purchased-cars"],
  ...["purchase-papers", "quotes", "shipments"],
]);
/** The grades of the lots, the best first. */
const grades = ["S", "4.5", "4", "R"];
/** More choices than any facet of the test has. */
const mostChoices = 60;

type Reply = Record<string, unknown>;
type Option = { value: string; counter: number };
type Bundle = { resources: Resource[]; schemas: Record<string, RowSchema> };

const test = await testApp();
const bundles = new Map<Account, Bundle>();
const cookiesOf = new Map<Account, Record<string, string>>();

async function get(
  account: Account,
  path: string,
  query: Record<string, string> = {},
): Promise<{ status: number; body: Reply }> {
  const reply = await test.call({
    url: `/api${path}?${new URLSearchParams(query).toString()}`,
    cookies: cookiesOf.get(account),
  });
  return { status: reply.statusCode, body: reply.json<Reply>() };
}

const pick = <Value>(values: readonly Value[], index: number) =>
  values[index % values.length];

const lots = Array.from({ length: 80 }, (_, index) =>
  carLot(String(index), {
    maker: pick(["TOYOTA", "HONDA", "NISSAN"], index),
    model: pick(["AQUA", "FIT", "NOTE", "YARIS"], index),
    auctionDate: `2026-11-${index < 40 ? 21 + (index % 3) : 17}T1${index % 8}:00:00+09:00`,
    equip: pick(["SR AW", "PS PW AC", "NAVI"], index),
    auctionName: pick(["USS Tokyo", "JU Gifu"], index),
    year: index % 7 === 0 ? null : 2005 + (index % 15),
    mileage: index % 9 === 0 ? null : index * 4_321,
    engine: pick([660, 1500, 2500], index),
    condition: pick(["4", "4.5", "R", "S"], index),
    color: pick(["WHITE", "PEARL", null], index),
    gearbox: pick(["AT", "MT"], index),
    chassis: pick(["NHP10", "GK3", "E12"], index),
    status: pick([4531, 4532, 4533, 4535], index),
    startPrice: index % 5 === 0 ? null : 10_000 * index,
    soldPrice: index % 4 === 2 ? 15_000 * index : null,
    fuel: pick(["petrol", "hybrid", "diesel", null], index),
    supply: pick(["own", "partner"], index),
    inspection: pick(["completed", "before", null], index),
    ranking: pick(["Ranked", "Recycle"], index),
    horsePower: 60 + index,
  }),
);
await inTransaction(test.context.database, async (trx) => {
  await writeLots(trx, "auction", lots.slice(0, 40));
  await writeLots(trx, "stats", lots.slice(40));
  await writeLots(trx, "bikes", lots.slice(0, 40));
  await writeLots(trx, "bike-stats", lots.slice(40));
  await writeLots(trx, "stock", lots.slice(0, 40));
});
await seedRecords({ ...test.context, root: await demoRoot() });
for (const account of accounts) {
  const { cookies } = await signIn(test, account);
  cookiesOf.set(account, cookies);
}

async function write(
  account: Account,
  method: "POST" | "PUT",
  path: string,
  payload: object,
) {
  const reply = await test.call({
    method,
    url: `/api${path}`,
    cookies: cookiesOf.get(account),
    payload,
  });
  expect(reply.statusCode, reply.body).toBeLessThan(300);
  return reply.json<Reply>();
}

const openLots = await test.context.database.kysely
  .selectFrom("lots")
  .select("id")
  .where("area", "=", "auction")
  .where("status", "=", 4532)
  .orderBy("id")
  .execute();
for (const account of ["client", "dealer"] as const)
  for (const [index, { id: carId }] of openLots.slice(0, 8).entries()) {
    const { result } = await write(account, "POST", "/bid/create", {
      carId,
      amount: 400_000 + 5_000 * index,
      bidType: 1,
      confirm: 1,
    });
    const { bidId } = result as { bidId: string };
    const status = pick([1, 2, 3, 4, 5], index);
    if (status !== 1)
      await write("manager", "PUT", "/bid/update-bid-status", {
        bidId,
        status,
      });
  }
for (const account of accounts)
  for (const [index, { id: carId }] of openLots.entries()) {
    const group = pick(["A", "B"], index);
    await write(account, "POST", "/favorite/add", {
      carId,
      group,
      type: "auction",
    });
  }
for (const account of accounts) {
  const { body } = await get(account, "/workspace");
  bundles.set(account, body as Bundle);
}

/** Every list with each account, and what of it the account sees. */
const lists = test.context.workspace.resources().flatMap(({ name }) =>
  accounts.map((account) => {
    const bundle = bundles.get(account);
    const resource = bundle?.resources.find((one) => one.name === name);
    const row = resource && bundle?.schemas[resource.row];
    return { name, account, seen: resource && row ? { resource, row } : null };
  }),
);

/** The lists that the account may open. */
const opened = lists.flatMap(({ seen, ...list }) =>
  seen ? [{ ...list, ...seen }] : [],
);

const totalOf = (body: Reply) =>
  (body.pageInfo as { totalSearchResults: number }).totalSearchResults;

const rowsOf = (body: Reply, { calls }: Resource) =>
  body[calls.list.rows] as Reply[];

type Key = string | number;

/** Grades by rank, ids as numbers, and texts as their order ignores case. */
function sortKey(field: string, value: unknown): Key | null {
  if (field === "condition") {
    const rank = grades.indexOf(String(value));
    return rank < 0 ? null : rank;
  }
  if (field === "id") return Number(value);
  if (typeof value === "string") return value.toLowerCase();
  return typeof value === "number" ? value : null;
}

const compareKeys = (a: Key, b: Key): number => (a === b ? 0 : a < b ? -1 : 1);

/** Returns the rows of all pages. */
async function allRows(
  account: Account,
  resource: Resource,
  query: Record<string, string> = {},
): Promise<Reply[]> {
  const { path } = resource.calls.list;
  const pageSize = String(Math.max(...(resource.pageSizes ?? [20])));
  const rows: Reply[] = [];
  for (let page = 1; ; page += 1) {
    const at = { ...query, page: String(page), pageSize };
    const { status, body } = await get(account, path, at);
    expect(status).toBe(200);
    rows.push(...rowsOf(body, resource));
    if (rows.length >= totalOf(body)) return rows;
  }
}

/** Whether a text starts with, contains or has words that start with the wanted. */
function matches(match: string, value: unknown, wanted: string): boolean {
  if (typeof value !== "string") return false;
  const text = value.toLowerCase();
  const sought = wanted.toLowerCase();
  if (match === "prefix") return text.startsWith(sought);
  if (match === "contains") return text.includes(sought);
  const words = text.split(" ");
  return sought
    .split(" ")
    .every((part) => words.some((word) => word.startsWith(part)));
}

/** The filters within another show choices only there. */
const standsAlone = (filter: Filter) => filter.by === undefined;

it.each(lists)(
  "$name answers $account only where it is theirs",
  async ({ name, account, seen }) => {
    const { path } = test.context.workspace.resource(name).calls.list;
    const { status } = await get(account, path);
    expect(status).toBe(seen ? 200 : 403);
  },
);

/** Returns the facets, which may stand under a key of the reply. */
const facetsIn = (
  reply: Record<string, unknown>,
  key: string | undefined,
): Record<string, unknown> =>
  key === undefined ? reply : (reply[key] as Record<string, unknown>);

describe.each(opened)(
  "$name, as $account sees it",
  ({ account, resource, row }) => {
    let inOrder: Promise<Reply[]> | undefined;
    const rowsInOrder = () => (inOrder ??= allRows(account, resource));
    const idsOf = (rows: Reply[]) =>
      rows.map((one) => one[resource.key]).toSorted();

    it("has rows of the fields that its columns and schema name", async () => {
      const { body } = await get(account, resource.calls.list.path);
      const fields = Object.keys(row.properties);
      expect(rowsOf(body, resource).length === 0).toBe(
        emptyLists.has(resource.name),
      );
      for (const one of rowsOf(body, resource)) {
        expect(one[resource.key]).toBeDefined();
        expect(fields).toEqual(expect.arrayContaining(Object.keys(one)));
      }
    });

    it("sorts both ways by each sort, rows without a value last", async () => {
      const ids = idsOf(await rowsInOrder());
      for (const { id, field } of resource.sorts)
        for (const order of ["ASC", "DESC"]) {
          const rows = await allRows(account, resource, { sort: id, order });
          expect(idsOf(rows)).toEqual(ids);
          const keys = rows.map((one) => sortKey(field, one[field]));
          const known = keys.filter((key) => key !== null);
          expect([id, order, keys.slice(0, known.length)]).toEqual([
            id,
            order,
            known.toSorted((a, b) =>
              order === "ASC" ? compareKeys(a, b) : compareKeys(b, a),
            ),
          ]);
        }
    });

    it("shows behind each choice as many rows as it counts", async () => {
      const { facets } = resource.calls;
      if (!facets) return;
      const { body: reply } = await get(account, facets.path);
      const body = facetsIn(reply, facets.filters);
      for (const filter of resource.filters.filter(standsAlone)) {
        const field = row.properties[filter.field];
        if (!field) throw new Error(`${filter.field} is not the viewer's`);
        const facet = body[filterId(filter)];
        if (!hasChoices(field, filter) && filterKind(field, filter) !== "flag")
          continue;
        expect(Array.isArray(facet), filterId(filter)).toBe(true);
        const [send = ""] = filterSend(filter);
        for (const { value, counter } of (facet as Option[]).slice(
          0,
          mostChoices,
        )) {
          const found = await get(account, resource.calls.list.path, {
            [send]: value,
          });
          expect(found.status).toBe(200);
          expect([send, value, totalOf(found.body)]).toEqual([
            send,
            value,
            counter,
          ]);
        }
      }
    });

    it("shows within each outer choice as many rows as its inner choices count", async () => {
      const { facets } = resource.calls;
      const inner = resource.filters.filter((filter) => !standsAlone(filter));
      // The counts differ by list, not by account.
      if (!facets || inner.length === 0 || account !== "admin") return;
      const { body: reply } = await get(account, facets.path);
      for (const filter of inner) {
        const outer = resource.filters.find(
          (other) => filterId(other) === filter.by,
        );
        if (!outer) throw new Error(`${filter.by} is not the viewer's`);
        const [sendOuter = ""] = filterSend(outer);
        const [send = ""] = filterSend(filter);
        const options = facetsIn(reply, facets.filters)[filterId(outer)];
        for (const { value } of options as Option[]) {
          const within = await get(account, facets.path, {
            [sendOuter]: value,
          });
          const counted = facetsIn(within.body, facets.filters);
          for (const choice of counted[filterId(filter)] as Option[]) {
            const found = await get(account, resource.calls.list.path, {
              [sendOuter]: value,
              [send]: choice.value,
            });
            expect([value, choice.value, totalOf(found.body)]).toEqual([
              value,
              choice.value,
              choice.counter,
            ]);
          }
        }
      }
    });

    it("bounds each range by the smallest and the largest value", async () => {
      const { facets, list } = resource.calls;
      if (!facets) return;
      const all = await rowsInOrder();
      const { body: reply } = await get(account, facets.path);
      const body = facetsIn(reply, facets.filters);
      for (const filter of resource.filters.filter(standsAlone)) {
        const field = row.properties[filter.field];
        if (!field || filterKind(field, filter) !== "range") continue;
        const values = all.flatMap((one) => {
          const value = one[filter.field];
          return typeof value === "number" ? [value] : [];
        });
        const { min, max } = body[filterId(filter)] as Record<
          string,
          number | null
        >;
        expect([filter.field, min, max]).toEqual(
          values.length === 0
            ? [filter.field, null, null]
            : [filter.field, Math.min(...values), Math.max(...values)],
        );
        if (values.length === 0) continue;
        const [send = ""] = filterSend(filter);
        const found = await get(account, list.path, {
          [send]: `${min},${max}`,
        });
        expect(found.status).toBe(200);
        expect(totalOf(found.body)).toBe(values.length);
      }
    });

    it("finds the rows whose fields match, by each parameter of its search", async () => {
      const { search } = resource;
      if (!search) return;
      const all = await rowsInOrder();
      const [parameter = "", text = ""] = search.send;
      for (const { value, fields, match } of search.parameters) {
        const has = (one: Reply, wanted: string) =>
          fields.some((field) => matches(match, one[field], wanted));
        const [wanted] = all.flatMap((one) =>
          fields.flatMap((field) => one[field] ?? []),
        );
        if (typeof wanted !== "string") continue;
        const query = { [parameter]: value, [text]: wanted };
        const found = await allRows(account, resource, query);
        expect([value, wanted, idsOf(found)]).toEqual([
          value,
          wanted,
          idsOf(all.filter((one) => has(one, wanted))),
        ]);
      }
    });

    it("offers the choices of each filter that has a call of its own", async () => {
      const { options = {} } = resource.calls;
      for (const { path, as, rows = "options" } of Object.values(options)) {
        const { status, body } = await get(
          account,
          path,
          as ? { [as]: "1" } : {},
        );
        expect(status).toBe(200);
        expect(Array.isArray(body[rows])).toBe(true);
      }
    });
  },
);
