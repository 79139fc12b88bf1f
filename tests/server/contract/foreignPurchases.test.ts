import fc from "fast-check";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { placeBid } from "../../../server/bidding/placeBid";
import { findViewer } from "../../../server/identity";
import { inTransaction } from "../../../server/platform/database";
import {
  concreteRoutes,
  type RouteDefinition,
} from "../../../server/platform/http/route";
import { schemaPart } from "../../../server/platform/schemas/schemaPart";
import { changePurchase } from "../../../server/purchases";
import { signInAnew, testApp, type Account } from "../../support/app";
import { fromSchema } from "../../support/fromSchema";
import { addLot, bidOn } from "../bidding/support";

/** Texts of the owner's purchase that no other reply has by chance. */
const marks = ["QZX-CHASSIS-71", "QZX Grade 72", "QZX Vessel 73"] as const;

const server = await testApp();
const { context, ids } = server;
const { schemas, database } = context;
const routes = concreteRoutes(server.app.declaredRoutes).filter(
  ({ url }) => url !== "/live",
);
const cookiesOf = new Map<Account, Record<string, string>>();
const userId = ids["client@seriba.test"] ?? "";
/** The ids of the bid, the lot and the purchase, under all names that calls have for ids. */
let known: Record<string, string> = {};

const nameOf = ({ method, url }: RouteDefinition) => `${method} ${url}`;

async function enter(account: Account): Promise<void> {
  const { cookies } = await signInAnew(server, account);
  cookiesOf.set(account, cookies);
}

beforeAll(async () => {
  const viewer = await findViewer(database.kysely, userId);
  if (!viewer) throw new Error("The client cannot sign in.");
  const lot = await addLot(database, { startPrice: 100_000 });
  const { result } = await placeBid(context, {
    client: { viewer, fullName: "Client" },
    body: bidOn(lot, { amount: 350_000, bidType: 1 }),
    key: null,
  });
  const { bidId } = result;
  const won = {
    ...{ userId, bidId, day: "2026-11-19", at: context.clock.now() },
    actor: "system" as const,
  };
  const [chassis, grade, vessel] = marks;
  await inTransaction(database, async (trx) => {
    await context.ports.purchases.create(trx, won);
    const changes = { chassis, grade, vessel };
    await changePurchase(context, trx, { ...won, changes });
  });
  const { id: purchase } = await database.kysely
    .selectFrom("records")
    .select("id")
    .where("row_schema", "=", "purchase")
    .executeTakeFirstOrThrow();
  known = {
    ...{ id: purchase, purchaseId: purchase, bidId, user: userId },
    ...{ search: "QZX", searchText: "QZX", format: "csv" },
  };
  // The stranger may do all that the owner may.
  await sql`update users set
      permissions = owner.permissions, user_level = owner.user_level,
      user_type = owner.user_type, role_id = owner.role_id
    from (select * from users where id = ${userId}) as owner
    where users.id = ${ids["restricted@seriba.test"]}`.execute(database.kysely);
  for (const account of ["client", "dealer", "manager", "restricted"] as const)
    await enter(account);
});

/** The schema of a part of a call, as it is at this moment. */
const schemaOf = (source: RouteDefinition["query"]) =>
  (typeof source === "string"
    ? schemaPart(schemas, source)
    : (source?.() ?? {})) as { required?: string[]; properties?: object };

/** Generates what a part of a call takes, with the known ids and words in place of others. */
const valuesOf = (source: RouteDefinition["query"]) => {
  if (!source) return fc.constant({});
  const id = typeof source === "string" ? source.split("#")[0] : "";
  return fromSchema(schemas, schemaOf(source), id).map((value) =>
    Object.fromEntries(
      Object.entries(value as object).map(([name, content]) => [
        name,
        name === "ids" ? [known.id] : (known[name] ?? (content as unknown)),
      ]),
    ),
  );
};

/** Returns the required parameters of a query alone, and with each optional one. */
function queriesOf({ query }: RouteDefinition): object[] {
  const { required = [], properties = {} } = schemaOf(query);
  const [all = {}] = fc.sample(valuesOf(query), 1);
  const only = (names: readonly string[]) =>
    Object.fromEntries(
      Object.entries(all).filter(([name]) => names.includes(name)),
    );
  const optional = Object.keys(properties).filter(
    (name) => !required.includes(name),
  );
  return [only(required), ...optional.map((name) => only([...required, name]))];
}

async function call(
  account: Account,
  { method, url, body, isVersioned }: RouteDefinition,
  sent: { query: object; body: object },
): Promise<string> {
  const query = new URLSearchParams(sent.query as Record<string, string>);
  const path = url.replaceAll(
    /:(\w+)/g,
    (_, name: string) => known[name] ?? known.id ?? "",
  );
  const reply = await server.call({
    ...{ method, url: `/api${path}?${query.toString()}` },
    headers: {
      "sec-fetch-site": "same-origin",
      ...(isVersioned ? { "if-match": '"1"' } : {}),
    },
    cookies: cookiesOf.get(account),
    ...(body ? { payload: sent.body } : {}),
  });
  if (reply.cookies.length > 0) await enter(account);
  return reply.payload;
}

/** Returns the calls whose replies to an account have something of the purchase. */
async function callsThatShow(
  account: Account,
  wanted: readonly RouteDefinition[],
): Promise<string[]> {
  const showing = new Set<string>();
  const look = async (
    route: RouteDefinition,
    sent: { query: object; body: object },
  ) => {
    const text = await call(account, route, sent);
    if (marks.some((mark) => text.includes(mark))) showing.add(nameOf(route));
  };
  for (const route of wanted)
    for (const query of queriesOf(route)) {
      const [body = {}] = fc.sample(valuesOf(route.body), 1);
      await look(route, { query, body });
    }
  return [...showing].toSorted();
}

const rowsOf = async () => ({
  purchases: await database.kysely
    .selectFrom("records")
    .select(["id", "version", "data"])
    .where("row_schema", "=", "purchase")
    .execute(),
  bid: await database.kysely
    .selectFrom("bids")
    .selectAll()
    .where("id", "=", known.bidId ?? "")
    .execute(),
});

const reads = routes.filter(({ method }) => method === "GET");
const ofPurchases = reads.filter(({ url }) => url.includes("purchased-cars"));
/** The calls that show a purchase to its client. */
const calls = [
  ...["GET /lists/purchased-cars/:id", "GET /lists/purchased-cars/export"],
  "GET /purchased-cars/list",
];

describe("a purchase, over all calls of the program", () => {
  it("is shown to its client and to managers", async () => {
    expect(await callsThatShow("client", reads)).toEqual(calls);
    expect(await callsThatShow("manager", ofPurchases)).toEqual(
      expect.arrayContaining(calls),
    );
  });

  it.each(["restricted", "dealer"] as const)(
    "is shown and changed by no call of another person: %s",
    async (account) => {
      const before = await rowsOf();
      expect(before.purchases).toHaveLength(1);
      expect(await callsThatShow(account, routes)).toEqual([]);
      expect(await rowsOf()).toEqual(before);
    },
  );

  it("is shown to a dealer of its client, by the calls that show it to the client", async () => {
    await database.kysely
      .updateTable("users")
      .set({ dealer_id: ids["dealer@seriba.test"] })
      .where("id", "=", userId)
      .execute();
    expect(await callsThatShow("dealer", ofPurchases)).toEqual(calls);
  });
});
