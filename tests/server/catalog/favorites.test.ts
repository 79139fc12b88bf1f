import { beforeAll, describe, expect, it } from "vitest";
import { moveLots, writeLots } from "../../../server/catalog";
import { favoriteNews } from "../../../server/catalog/favorites/favoriteLists";
import { lockUser } from "../../../server/identity";
import { readLastNumber } from "../../../server/platform/changes";
import { trackSettled } from "../../../server/platform/changes/settledNumber";
import { inTransaction } from "../../../server/platform/database";
import { eventsOf } from "../../../server/platform/live";
import { lotPorts } from "../../../server/bidding";
import { signInAnew, type Account } from "../../support/app";
import { hasPostgres } from "../../support/postgres";
import { untilBlocked } from "../../support/untilBlocked";
import { carLot, catalogApp, type CatalogApp } from "./support/catalogApp";

describe("the wishlist", () => {
  let test: CatalogApp;
  beforeAll(async () => {
    test = await catalogApp([
      carLot("uss"),
      carLot("car", { auctionName: "JU Gifu" }),
      carLot("past", {
        auctionName: "JU Gifu",
        auctionDate: "2026-11-02T10:00:00+09:00",
      }),
    ]);
    await inTransaction(test.context.database, async (trx) => {
      const elsewhere = { auctionName: "BDS Kanto" };
      await writeLots(trx, "bikes", [carLot("bike", elsewhere)]);
      await writeLots(trx, "stock", [carLot("stock", elsewhere)]);
    });
  });

  /** Lists include the writes up to this number, as they do for a browser. */
  let changeNumber = "0";
  const cookies = new Map<Account, Record<string, string>>();
  const call = async (
    method: "GET" | "POST" | "DELETE",
    url: string,
    { body, account = "client" }: { body?: object; account?: Account } = {},
  ) => {
    const known =
      cookies.get(account) ?? (await signInAnew(test, account)).cookies;
    cookies.set(account, known);
    const reply = await test.call({
      method,
      url: `/api${url}`,
      cookies: known,
      headers: {
        "sec-fetch-site": "same-origin",
        "change-number": changeNumber,
      },
      ...(body && { payload: body }),
    });
    changeNumber = String(reply.headers["change-number"] ?? changeNumber);
    return {
      status: reply.statusCode,
      body: reply.json<Record<string, unknown>>(),
    };
  };
  const add = async (sourceId: string, group: string, type: string) =>
    call("POST", "/favorite/add", {
      body: { group, carId: await test.idOf(sourceId), type },
    });
  const remove = async (sourceId: string, group: string) =>
    call("DELETE", "/favorite/delete", {
      body: { group, carId: await test.idOf(sourceId) },
    });
  const listed = async (query = "", account: Account = "client") => {
    const path = `/lists/favorites${query}`;
    const { status, body } = await call("GET", path, { account });
    expect(status).toBe(200);
    const rows = body.favorites as { lotNo: string; lotType: string }[];
    return { ...body, rows };
  };
  const wishListIn = async (path: string, rows: string, sourceId: string) => {
    const { body } = await call("GET", path);
    const id = await test.idOf(sourceId);
    const found = (body[rows] as { id: string; wishList: unknown }[]).find(
      (row) => row.id === id,
    );
    return found?.wishList;
  };

  it("takes lots of all kinds, in groups, and lists and counts them", async () => {
    expect((await add("car", "A", "auction")).status).toBe(200);
    expect((await add("car", "A", "auction")).status).toBe(200);
    expect((await add("car", "C", "auction")).status).toBe(200);
    expect((await add("bike", "A", "bikes")).status).toBe(200);
    expect((await add("stock", "B", "stock")).status).toBe(200);
    const groupA = await listed("?group=A");
    expect(groupA.rows.map(({ lotType }) => lotType).toSorted()).toEqual([
      "auction",
      "bikes",
    ]);
    expect(groupA).toMatchObject({
      counters: [
        { status: "A", count: 2 },
        { status: "B", count: 1 },
        { status: "C", count: 1 },
        { status: "D", count: 0 },
        { status: "E", count: 0 },
      ],
    });
    const bikes = await listed("?group=A&lotType=bikes");
    expect(bikes.rows.map(({ lotType }) => lotType)).toEqual(["bikes"]);
  });

  it("is shown in the rows and on the page of a lot, for its owner alone", async () => {
    const car = ["/auction/listing", "carsList", "car"] as const;
    expect(await wishListIn(...car)).toEqual([
      { group: "A", value: true },
      { group: "C", value: true },
    ]);
    expect(await wishListIn("/bikes/listing", "bikeList", "bike")).toEqual([
      { group: "A", value: true },
    ]);
    const id = await test.idOf("stock");
    const page = await call("GET", `/stock/detail?id=${id}`);
    expect(page.body.detail).toMatchObject({
      wishList: [{ group: "B", value: true }],
    });
    expect((await listed("", "manager")).rows).toEqual([]);
  });

  it("gives a lot back, also one that is not in it", async () => {
    expect((await remove("car", "C")).status).toBe(200);
    expect((await remove("car", "C")).status).toBe(200);
    expect(await wishListIn("/auction/listing", "carsList", "car")).toEqual([
      { group: "A", value: true },
    ]);
    expect((await add("car", "C", "auction")).status).toBe(200);
    expect((await listed("?group=C")).rows).toHaveLength(1);
  });

  it("refuses lots of USS houses, unknown lots and lots of another kind", async () => {
    expect(await add("uss", "A", "auction")).toMatchObject({
      status: 422,
      body: { messageCode: "uss_favorite" },
    });
    expect((await add("car", "A", "bikes")).status).toBe(404);
    const body = { group: "A", carId: "999999", type: "auction" };
    expect((await call("POST", "/favorite/add", { body })).status).toBe(404);
    expect((await add("car", "F", "auction")).status).toBe(400);
  });

  it.skipIf(!hasPostgres)(
    "holds at most 1,000 lots in a group, also when two are added at once",
    async () => {
      const { database } = test.context;
      const userId = test.ids["client@seriba.test"] ?? "";
      const row = (lot: number) => ({
        user_id: userId,
        group_name: "D",
        lot_id: String(lot),
        lot_area: "auction",
        added_at: new Date("2026-11-20T12:00:00+09:00"),
      });
      const values = Array.from({ length: 999 }, (_, i) => row(5_000_000 + i));
      await database.kysely.insertInto("favorites").values(values).execute();
      const first = await database.kysely.startTransaction().execute();
      await lockUser(first, userId);
      await first.insertInto("favorites").values(row(6_000_000)).execute();
      const second = add("car", "D", "auction");
      await untilBlocked(database);
      const { isWaiting } = await trackSettled(database)();
      await first.commit().execute();
      expect((await second).status).toBe(422);
      // Followers of changes do not wait for the lock.
      expect(isWaiting).toBe(false);
      await database.kysely
        .deleteFrom("favorites")
        .where("group_name", "=", "D")
        .execute();
    },
  );

  it("sends open pages the changed rows of lots that their viewer may see", async () => {
    const { kysely } = test.context.database;
    const client = test.ids["client@seriba.test"] ?? "";
    const after = await readLastNumber(kysely);
    await add("car", "D", "auction");
    await add("bike", "D", "bikes");
    const upTo = await readLastNumber(kysely);
    const news = await favoriteNews(test.context).read({ after, upTo });
    const rows = await kysely
      .selectFrom("favorites")
      .select(["id", "lot_area"])
      .where("group_name", "=", "D")
      .execute();
    const idsOf = (...areas: string[]) =>
      rows.flatMap(({ id, lot_area }) => (areas.includes(lot_area) ? id : []));
    const sentWith = (permissions: Record<string, boolean>) =>
      news &&
      eventsOf(news, {
        userId: client,
        ...{ userType: 2, userLevel: 1064, roleId: 2 },
        permissions: { downloadPhotos: true, ...permissions },
      }).flatMap((event) =>
        event.name === "records"
          ? event.data.lists.flatMap(({ ids }) => ids)
          : [],
      );
    const cars = { carAuctionsView: true };
    expect(sentWith(cars)).toEqual(idsOf("auction"));
    expect(sentWith({ ...cars, bikeView: true })?.toSorted()).toEqual(
      idsOf("auction", "bikes").toSorted(),
    );
    await remove("car", "D");
    await remove("bike", "D");
  });

  it("follows a lot that moves to the statistics", async () => {
    expect((await add("past", "E", "auction")).status).toBe(200);
    const { database, clock } = test.context;
    await moveLots(
      { database, clock, ports: lotPorts },
      { from: "auction", to: "stats", before: "2026-11-16" },
    );
    expect((await listed("?group=E")).rows).toMatchObject([
      { lotType: "stats" },
    ]);
  });

  it.skipIf(!hasPostgres)(
    "follows a lot that moves while it is added",
    async () => {
      const { database, clock } = test.context;
      await inTransaction(database, (trx) =>
        writeLots(trx, "auction", [
          carLot("moving", {
            auctionName: "JU Gifu",
            auctionDate: "2026-11-02T10:00:00+09:00",
          }),
        ]),
      );
      const first = await database.kysely.startTransaction().execute();
      await lockUser(first, test.ids["client@seriba.test"] ?? "");
      const adding = add("moving", "D", "auction");
      await untilBlocked(database);
      await moveLots(
        { database, clock, ports: lotPorts },
        { from: "auction", to: "stats", before: "2026-11-16" },
      );
      await first.commit().execute();
      expect((await adding).status).toBe(200);
      expect((await listed("?group=D")).rows).toMatchObject([
        { lotType: "stats" },
      ]);
    },
  );

  it("hides lots of lists that the viewer may no longer see", async () => {
    const { kysely } = test.context.database;
    const { permissions } = await kysely
      .selectFrom("users")
      .select("permissions")
      .where("email", "=", "client@seriba.test")
      .executeTakeFirstOrThrow();
    const set = (flags: Record<string, boolean>) =>
      kysely
        .updateTable("users")
        .set({ permissions: JSON.stringify({ ...permissions, ...flags }) })
        .where("email", "=", "client@seriba.test")
        .execute();
    await set({ bikeView: false });
    cookies.delete("client");
    expect(
      (await listed("?group=A")).rows.map(({ lotType }) => lotType),
    ).toEqual(["auction"]);
    await set({ downloadPhotos: false });
    cookies.delete("client");
    expect((await call("GET", "/lists/favorites")).status).toBe(403);
    expect((await add("car", "D", "auction")).status).toBe(403);
  });
});
