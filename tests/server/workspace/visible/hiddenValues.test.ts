import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { filterSend, type Resource } from "../../../../domain/resource";
import type { FiltersReply } from "../../../../generated/schemas";
import { testApp } from "../../../support/app";
import { addLots, noon } from "../../bidding/support";
import { signInAll, type Caller } from "./callers";
import { redeclarer } from "./redeclare";

const server = await testApp({ now: noon });
const { context } = server;
const ids: string[] = [];
for (const [index, mileage] of [
  50_000, 9_000, 120_000, 3_000, 70_000,
].entries())
  ids.push(
    ...(await addLots(context.database, 1, {
      mileage,
      year: 2010 + (index % 3),
      condition: ["4", "R", null][index % 3],
      horsePower: 100 + index,
    })),
  );
const ask = await signInAll(server);
const redeclare = redeclarer(server, "car-auction");
const { schemas } = context;
const { mileage, horsePower } = schemas.row("lot").properties;
const access = { roles: ["manager" as const] };

const list = "/auction/listing";

/** A list that uses the hidden fields wherever a list can use a field. */
redeclare({
  fields: {
    mileage: { ...mileage, "x-access": access },
    horsePower: { ...horsePower, "x-access": access },
  },
  change: (resource) => ({
    ...resource,
    access: undefined,
    columns: [
      ...resource.columns,
      { id: "power", fields: ["year", "horsePower"], sort: "power" },
    ],
    filters: [...resource.filters, { field: "horsePower" }],
    sorts: [...resource.sorts, { id: "power", field: "horsePower" }],
    defaultOrder: { field: "mileage", order: "ASC" },
    card: { title: ["maker"], price: "horsePower", badge: "mileage" },
  }),
});

async function declaredFor(caller: Caller): Promise<Resource> {
  const { body } = await ask(caller, "/workspace");
  const resources = body.resources as Resource[];
  const found = resources.find(({ name }) => name === "car-auction");
  if (!found) throw new Error(`${caller} sees no cars`);
  return found;
}

/** Every way to ask for the list that the viewer's declaration offers. */
async function queriesOf(caller: Caller): Promise<string[]> {
  const resource = await declaredFor(caller);
  const { reply } = await ask(caller, "/auction/filters");
  const facets = reply.json<FiltersReply>();
  const filters = resource.filters.flatMap((filter) => {
    const facet: unknown = facets[filter.id ?? filter.field];
    const [send = ""] = filterSend(filter);
    const value = Array.isArray(facet)
      ? (facet as { value: string }[])[0]?.value
      : "2011,";
    return value === undefined ? [] : [`${send}=${encodeURIComponent(value)}`];
  });
  const sorts = resource.sorts.flatMap(({ id }) => [
    `sort=${id}&order=ASC`,
    `sort=${id}&order=DESC`,
  ]);
  const searches = (resource.search?.parameters ?? []).map(
    ({ value }) =>
      `quick_search_parameter=${value}&quick_search_text=${value === "lot_no" ? "10" : "o"}`,
  );
  return ["", ...filters, ...sorts, ...searches];
}

/** Everything that a viewer is answered about these lots. */
async function answersFor(caller: Caller): Promise<string[]> {
  const queries = await queriesOf(caller);
  const urls = [
    "/workspace",
    "/site/menu-counters",
    ...queries.flatMap((query) => [
      `${list}?${query}`,
      `${list}/export?format=csv&${query}`,
    ]),
    ...queries
      .filter((query) => !query.startsWith("sort="))
      .map((query) => `/auction/filters?${query}`),
    ...ids.map((id) => `/auction/detail?id=${id}`),
    // Parameters that name hidden fields are refused whatever their values.
    `${list}?mileage=1000,`,
    `${list}?horsePower=,9000`,
    `${list}?sort=mileage`,
    `${list}/export?format=csv&sort=power`,
  ];
  const answers: string[] = [];
  for (const url of urls) {
    const { status, text } = await ask(caller, url);
    answers.push(`${url} ${status} ${text.replace(/"requestId":"[^"]*"/, "")}`);
  }
  return answers;
}

/** Turns round what the hidden fields hold; twice is as it was. */
const turnRound = () =>
  sql`update lots set mileage = 200000 - mileage,
    extra = extra || jsonb_build_object(
      'horsePower', 500 - (extra ->> 'horsePower')::int)`.execute(
    context.database.kysely,
  );

describe("what hidden fields hold", () => {
  it.each(["client", "dealer", "restricted", "unknown"] as const)(
    "changes no row, total, count, order or file of who may not see them: %s",
    async (caller) => {
      const before = await answersFor(caller);
      await turnRound();
      expect(await answersFor(caller)).toEqual(before);
    },
  );

  it("changes what those are answered who may see them", async () => {
    const before = (await ask("manager", list)).text;
    await turnRound();
    expect((await ask("manager", list)).text).not.toBe(before);
  });

  it("is not in the order of the list: that is by key where it would be", async () => {
    const rowsFor = async (caller: Caller) =>
      (await ask(caller, list)).body.carsList as { id: string }[];
    const order = (await rowsFor("client")).map(({ id }) => id);
    expect(order).toEqual([...ids].sort((a, b) => Number(a) - Number(b)));
    expect((await rowsFor("manager")).map(({ id }) => id)).not.toEqual(order);
  });
});
