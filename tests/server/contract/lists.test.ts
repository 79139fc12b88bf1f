import { describe, expect, it } from "vitest";
import { filterKind } from "../../../domain/listing/filterKind";
import {
  filterId,
  filterSend,
  type Filter,
  type Resource,
  type RowSchema,
} from "../../../domain/resource";
import { writeLots } from "../../../server/catalog";
import { inTransaction } from "../../../server/platform/database";
import { signIn, testApp, type Account } from "../../support/app";
import { carLot } from "../catalog/support/catalogApp";

const accounts: readonly Account[] = ["client", "dealer", "manager", "admin"];
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
for (const account of accounts) {
  const { cookies } = await signIn(test, account);
  cookiesOf.set(account, cookies);
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
    it("has rows of the fields that its columns and schema name", async () => {
      const { body } = await get(account, resource.calls.list.path);
      const fields = Object.keys(row.properties);
      for (const one of rowsOf(body, resource)) {
        expect(one[resource.key]).toBeDefined();
        expect(fields).toEqual(expect.arrayContaining(Object.keys(one)));
      }
    });

    it("sorts both ways by each sort, over the same rows", async () => {
      const { path } = resource.calls.list;
      const idsBy = async (query: Record<string, string>) => {
        const { status, body } = await get(account, path, query);
        expect(status).toBe(200);
        const ids = rowsOf(body, resource).map((one) => one[resource.key]);
        return { total: totalOf(body), ids };
      };
      const pageSize = String(Math.max(...(resource.pageSizes ?? [20])));
      const plain = await idsBy({ pageSize });
      for (const { id } of resource.sorts)
        for (const order of ["ASC", "DESC"]) {
          const sorted = await idsBy({ sort: id, order, pageSize });
          expect(sorted.total).toBe(plain.total);
          expect(sorted.ids.toSorted()).toEqual(plain.ids.toSorted());
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
        const { kind } = filterKind(field, filter);
        if (kind !== "choices" && kind !== "flag") continue;
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

    it("keeps every row within the bounds of each range", async () => {
      const { facets } = resource.calls;
      if (!facets) return;
      const { body: reply } = await get(account, facets.path);
      const body = facetsIn(reply, facets.filters);
      for (const filter of resource.filters.filter(standsAlone)) {
        const field = row.properties[filter.field];
        if (!field || filterKind(field, filter).kind !== "range") continue;
        const { min, max } = body[filterId(filter)] as Record<
          string,
          number | null
        >;
        // A list without rows has no bounds.
        if (min === null) continue;
        const [send = ""] = filterSend(filter);
        const found = await get(account, resource.calls.list.path, {
          [send]: `${min},${max}`,
        });
        expect(found.status).toBe(200);
        for (const one of rowsOf(found.body, resource)) {
          const value = one[filter.field];
          if (value === undefined) continue;
          expect(value).toBeGreaterThanOrEqual(Number(min));
          expect(value).toBeLessThanOrEqual(Number(max));
        }
      }
    });

    it("finds by each parameter of its search, and counts what it finds", async () => {
      const { calls, search } = resource;
      if (!search) return;
      const [parameter = "", text = ""] = search.send;
      for (const { value } of search.parameters) {
        const query = { [parameter]: value, [text]: "1" };
        const { status, body } = await get(account, calls.list.path, query);
        expect(status).toBe(200);
        expect(rowsOf(body, resource).length).toBeLessThanOrEqual(
          totalOf(body),
        );
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
