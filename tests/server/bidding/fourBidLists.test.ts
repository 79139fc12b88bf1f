import { beforeAll, describe, expect, it } from "vitest";
import type { Viewer } from "../../../domain/access";
import { placeBid } from "../../../server/bidding/placeBid";
import { signIn, testApp, type Account } from "../../support/app";
import { addLots, bidOn, noon } from "./support";

const server = await testApp({ now: noon });
const { context, ids } = server;
const { kysely } = context.database;

type Client = "client" | "dealer" | "client1@dealer";

type Listed = {
  cars: {
    bidId: string;
    bidStatus: number;
    user: string | null;
    manager?: string | null;
  }[];
  counters: { status: string; count: number }[];
};

type Choices = { value: string; label: string; counter: number }[];
type Filters = {
  filters: Record<string, Choices>;
  counters: Listed["counters"];
};

/** The replies of these calls; each has a part of them. */
type Body = Listed & Filters & { clientList: Choices };

async function get(account: Account, path: string) {
  const reply = await server.call({
    url: `/api${path}`,
    ...(await signIn(server, account)),
  });
  return { status: reply.statusCode, body: reply.json<Body>() };
}

const found = async (account: Account, path: string) =>
  (await get(account, path)).body.cars.length;

async function bidAs(client: Client, carIds: readonly string[]) {
  const userId =
    ids[
      `${client === "client1@dealer" ? "client1@dealer." : `${client}@`}seriba.test`
    ];
  const user = await kysely
    .selectFrom("users")
    .selectAll()
    .where("id", "=", userId ?? "")
    .executeTakeFirstOrThrow();
  const viewer: Viewer = {
    userId: user.id,
    userType: user.user_type,
    userLevel: user.user_level,
    roleId: user.role_id,
    permissions: user.permissions,
  };
  for (const [index, carId] of carIds.entries()) {
    const bidGroup = index % 2 === 0 ? 1 : 2;
    const body = { ...bidOn(carId), bidGroup, bidType: 1 };
    await placeBid(context, {
      client: { viewer, fullName: "" },
      body,
      key: null,
    });
  }
}

beforeAll(async () => {
  const lots = await addLots(context.database, 6, { lotNo: "4711" });
  await bidAs("client", lots.slice(0, 6));
  await bidAs("dealer", lots.slice(0, 2));
  await bidAs("client1@dealer", lots.slice(0, 3));
  const bids = await kysely
    .selectFrom("bids")
    .select("id")
    .where("user_id", "=", ids["client@seriba.test"] ?? "")
    .orderBy("id")
    .execute();
  for (const [index, { id }] of bids.entries())
    await kysely
      .updateTable("bids")
      .set({ bid_status: index + 1 })
      .where("id", "=", id)
      .execute();
});

describe("the dealer's list", () => {
  it("has the tabs All, Mine and Clients", async () => {
    expect(await found("dealer", "/bid/dealer?bidType=All")).toBe(5);
    expect(await found("dealer", "/bid/dealer?bidType=Mine")).toBe(2);
    expect(await found("dealer", "/bid/dealer?bidType=Clients")).toBe(3);
    const { body } = await get("dealer", "/bid/filters?bidType=Mine");
    expect(
      body.filters.bidType?.map(({ value, counter }) => [value, counter]),
    ).toEqual([
      ["Mine", 2],
      ["Clients", 3],
    ]);
  });

  it("filters by clients, whom /bid/dealer-clients names with their bids", async () => {
    const { body } = await get("dealer", "/bid/dealer-clients");
    const counts = body.clientList.map(({ counter }) => counter);
    expect(counts.toSorted()).toEqual([2, 3]);
    const client = body.clientList.find(({ counter }) => counter === 3);
    expect(client?.label).toMatch(/\p{L}/u);
    expect(await found("dealer", `/bid/dealer?user=${client?.value}`)).toBe(3);
  });

  it("never names a client of somebody else", async () => {
    const stranger = ids["client@seriba.test"] ?? "";
    const { body } = await get("dealer", `/bid/filters?user=${stranger}`);
    const chosen = body.filters.user?.find(({ value }) => value === stranger);
    expect(chosen).toMatchObject({ label: stranger, counter: 0 });
    expect((await get("client", "/bid/dealer-clients")).status).toBe(403);
    expect((await get("manager", "/bid/dealer-clients")).status).toBe(403);
  });
});

describe("the filters of bids", () => {
  it("come with counters from one path, for the list of each role", async () => {
    const manager = await get("manager", "/bid/filters");
    expect(manager.body.filters.user?.map(({ counter }) => counter)).toEqual(
      expect.arrayContaining([6, 3, 2]),
    );
    const archive = { status: "Archive", count: 3 };
    expect(manager.body.counters).toContainEqual(archive);
    const client = await get("client", "/bid/filters");
    expect(client.body.filters).not.toHaveProperty("user");
    expect(client.body.counters.map(({ status }) => status)).toEqual(
      "All 1 2 3 4 5 6".split(" "),
    );
  });

  it("reject what the list of the role does not have", async () => {
    expect((await get("client", "/bid/filters?user=1")).status).toBe(400);
    expect((await get("client", "/bid/my-bid?clients=1")).status).toBe(400);
    expect((await get("dealer", "/bid/dealer?bidType=Ours")).status).toBe(400);
    expect((await get("client", "/bid/my-bid?bidStatus=Archive")).status).toBe(
      400,
    );
  });

  it.each([
    ["client", "/bid/my-bid", "/bid/filters"],
    ["client", "/bid/bid-history", "/bid/bid-history-filters"],
    ["dealer", "/bid/dealer", "/bid/filters"],
    ["manager", "/bid/index", "/bid/filters"],
    ["manager", "/bid/bid-history", "/bid/bid-history-filters"],
  ] as const)(
    "take the status, the archive's status and whose bid it is from %s in %s and %s",
    async (account, list, filters) => {
      const query = "bidType=All&bidStatus=All&archiveStatus=4";
      for (const path of [list, filters])
        expect((await get(account, `${path}?${query}`)).status).toBe(200);
    },
  );

  it("take each parameter by both of its names", async () => {
    const dealer = ids["dealer@seriba.test"] ?? "";
    for (const [other, name] of [
      [`clients=${dealer}`, `user=${dealer}`],
      ["status=2", "bidStatus=2"],
      ["qSearch=99", "lotNo=99"],
    ]) {
      const { body } = await get("manager", `/bid/index?${other}`);
      const named = await get("manager", `/bid/index?${name}`);
      expect(body).toEqual(named.body);
      expect(body.cars.length).toBeLessThan(11);
    }
    const both = "/bid/index?status=2&bidStatus=All";
    expect(await found("manager", both)).toBe(11);
    const wrong = await get("manager", "/bid/index?status=8");
    expect(wrong.status).toBe(400);
  });

  it("give clients whose bid it is without a name, and dealers the name", async () => {
    const own = await get("client", "/bid/my-bid");
    expect(own.body.cars.map(({ user }) => user)).toEqual(Array(6).fill(null));
    const { body } = await get("dealer", "/bid/dealer?bidType=Clients");
    expect(body.cars[0]?.user).toMatch(/\p{L}/u);
  });

  it("offer the groups and auctions of the rows", async () => {
    const { body } = await get("client", "/bid/filters?group=1");
    expect(
      body.filters.bidGroups?.map(({ value, counter }) => [value, counter]),
    ).toEqual([
      ["1", 3],
      ["2", 3],
    ]);
    expect(await found("client", "/bid/my-bid?group=1")).toBe(3);
    const [auction] = body.filters.auction ?? [];
    expect(auction?.counter).toBe(3);
    expect(
      await found("client", `/bid/my-bid?auctions=${auction?.value}`),
    ).toBe(6);
  });
});

describe("the search of bids", () => {
  it("finds a client's own bids by the beginning of the lot number", async () => {
    const own = await get("client", "/bid/search?lotNo=47");
    expect(own.body.cars).toHaveLength(6);
    expect(Object.keys(own.body.cars[0] ?? {}).sort()).toEqual([
      "auctionName",
      "bidId",
      "lotNo",
    ]);
    expect(await found("manager", "/bid/search?lotNo=%204711")).toBe(11);
    expect(await found("dealer", "/bid/search?lotNo=4711")).toBe(5);
    expect(await found("dealer", "/bid/search?lotNo=711")).toBe(0);
    expect(await found("client", "/bid/search?lotNo=%20")).toBe(0);
  });
});

describe("the archive", () => {
  it("has the ended bids of each role and offers cancelled, finished and won ones", async () => {
    expect(await found("manager", "/bid/bid-history")).toBe(4);
    expect(await found("dealer", "/bid/bid-history")).toBe(0);
    const { body } = await get("client", "/bid/bid-history?archiveStatus=6");
    expect(body.cars.map(({ bidStatus }) => bidStatus)).toEqual([6]);
    expect(body.counters).toEqual([
      { status: "All", count: 4 },
      { status: "4", count: 1 },
      { status: "5", count: 1 },
      { status: "6", count: 1 },
    ]);
    const other = await get("client", "/bid/bid-history?archiveStatus=3");
    expect(other.status).toBe(400);
  });

  it("offers no action except the download of a receipt, which changes nothing", () => {
    const { actions = [] } = context.workspace.resource("archive-bids");
    expect(
      actions.map(({ method, path, download }) => ({ method, path, download })),
    ).toEqual([{ method: "GET", path: "/bid/receipt", download: true }]);
  });
});

it("shows managers to clients, and to themselves, as the company's manager", async () => {
  await kysely
    .updateTable("users")
    .set({ manager_id: ids["manager@seriba.test"] ?? null })
    .where("id", "=", ids["client@seriba.test"] ?? "")
    .execute();
  const managersSeenBy = async (account: Account, path: string) => {
    const { body } = await get(account, path);
    return new Set(body.cars.map(({ manager }) => manager));
  };
  const company = new Set(["@company"]);
  expect(await managersSeenBy("client", "/bid/my-bid")).toEqual(company);
  expect(await managersSeenBy("manager", "/bid/bid-history")).toEqual(company);
  expect(await managersSeenBy("admin", "/bid/bid-history")).toEqual(
    new Set(["Emi Tanaka"]),
  );
});
