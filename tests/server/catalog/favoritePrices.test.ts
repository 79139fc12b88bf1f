import { describe, expect, it } from "vitest";
import type { SumsReply } from "../../../generated/schemas";
import { writeLots } from "../../../server/catalog";
import { inTransaction } from "../../../server/platform/database";
import { addRecords } from "../../../server/workspace/records";
import { signInAnew, type Account } from "../../support/app";
import { carLot, catalogApp } from "./support/catalogApp";

const house = { auctionName: "JU Gifu" };
const past = { ...house, auctionDate: "2026-11-02T10:00:00+09:00" };
const test = await catalogApp([
  carLot("cheap", { ...house, startPrice: 100_000 }),
  carLot("dear", { ...house, startPrice: 900_000 }),
  carLot("unpriced", house),
  carLot("unsized", { ...house, model: "UNKNOWN", startPrice: 300_000 }),
  carLot("elsewhere", { auctionName: "BDS", startPrice: 300_000 }),
]);
const { context } = test;
const author = { userId: "1", userName: "Test", at: context.clock.now() };
const valid = { validFrom: "2020-01-01", fromPrice: 0 };
await inTransaction(context.database, async (trx) => {
  await writeLots(trx, "stats", [
    carLot("sold", { ...past, startPrice: 1, soldPrice: 200_000 }),
  ]);
  await writeLots(trx, "stock", [
    carLot("stock", { ...house, startPrice: 400_000 }),
  ]);
  await writeLots(trx, "bikes", [
    carLot("bike", { ...house, startPrice: 500_000 }),
  ]);
  const tables = {
    "vehicle-size": [
      { maker: "TOYOTA", model: "COROLLA", sizeClass: "M" },
      { sizeClass: "motorcycle" },
    ],
    "auction-fee": [{ ...valid, fee: 10_000 }],
    "agent-fee": [
      { ...valid, fee: 40_000, percent: 5 },
      { ...valid, level: "vip", fee: 20_000 },
    ],
    "inland-rate": [
      { ...valid, house: "JU Gifu", loadingPort: "nagoya", fee: 5_000 },
    ],
    freight: [
      { ...valid, destination: "Vladivostok", sizeClass: "M", price: 60_000 },
      { ...valid, destination: "Mombasa", sizeClass: "M", price: 150_000 },
      {
        ...{ ...valid, destination: "Vladivostok", sizeClass: "motorcycle" },
        price: 25_000,
      },
    ],
  };
  for (const [row, rows] of Object.entries(tables))
    await addRecords(trx, { row, rows, author });
});

const lists = ["auction", "stats", "stock", "bikes"] as const;
const added = {
  cheap: "auction",
  dear: "auction",
  unpriced: "auction",
  unsized: "auction",
  elsewhere: "auction",
  sold: "stats",
  stock: "stock",
  bike: "bikes",
};

/** Signs in with a chosen port and puts all lots into the wishlist. */
async function readerOf(account: Account, destination: string | null) {
  const { cookies } = await signInAnew(test, account);
  let changeNumber = "0";
  const call = async (
    method: "GET" | "POST" | "PUT",
    path: string,
    payload?: object,
  ) => {
    const reply = await test.call({
      ...{ method, url: `/api${path}`, cookies, payload },
      headers: {
        "sec-fetch-site": "same-origin",
        "change-number": changeNumber,
      },
    });
    expect(reply.statusCode, reply.body).toBe(200);
    changeNumber = String(reply.headers["change-number"] ?? changeNumber);
    return reply;
  };
  await call("PUT", "/user/update-setting", { destination });
  for (const [lot, type] of Object.entries(added))
    await call("POST", "/favorite/add", {
      ...{ group: "A", carId: await test.idOf(lot), type },
    });
  const rows = async (path: string) => {
    const reply = (await call("GET", path)).json<Record<string, unknown>>();
    const found = [reply.favorites, reply.carsList, reply.bikeList].find(
      Array.isArray,
    );
    return (found ?? []) as Row[];
  };
  return { call, rows };
}

type Row = {
  id: string;
  lotId: string;
  lotNo: string;
  landedPrice?: number | null;
};

const sortedByNumber = (rows: readonly [string, unknown][]) =>
  rows.toSorted(([one], [other]) => (one < other ? -1 : 1));

describe("the price in the wishlist", () => {
  it.each([
    ["client", "Vladivostok"],
    ["client", "Mombasa"],
    ["client", null],
    ["manager", "Mombasa"],
  ] as const)(
    "is that of the lot's own list for the %s at %s",
    async (account, destination) => {
      const { rows } = await readerOf(account, destination);
      const own = await Promise.all(
        lists.map((list) => rows(`/${list}/listing`)),
      );
      const ofLots = own
        .flat()
        .map(({ lotNo, landedPrice = null }): [string, unknown] => [
          lotNo,
          landedPrice,
        ]);
      const ofFavorites = (await rows("/lists/favorites")).map(
        ({ lotNo, landedPrice }): [string, unknown] => [lotNo, landedPrice],
      );
      expect(ofFavorites).toHaveLength(Object.keys(added).length);
      expect(sortedByNumber(ofFavorites)).toEqual(sortedByNumber(ofLots));
      const known = ofFavorites.filter(([, price]) => price !== null);
      const count = { Vladivostok: 5, Mombasa: 4 };
      expect(known).toHaveLength(destination === null ? 0 : count[destination]);
    },
  );

  it("is a sum of the rates, filters and sorts, and unknown prices come last", async () => {
    const { rows } = await readerOf("client", "Vladivostok");
    const prices = async (query: string) =>
      (await rows(`/lists/favorites?${query}`)).map(
        ({ lotNo, landedPrice }) => [lotNo.slice(1), landedPrice],
      );
    expect(await prices("landedPrice=0,525000")).toHaveLength(2);
    const sorted = await prices("sort=landedPrice&order=ASC");
    expect(sorted.slice(0, 5)).toEqual([
      ["cheap", 220_000],
      ["sold", 325_000],
      ["stock", 535_000],
      // 500 000, 10 000, 40 000 and 5 %, 5 000, and the freight of a motorcycle
      ["bike", 605_000],
      ["dear", 1_060_000],
    ]);
    expect(sorted.slice(5).map(([, price]) => price)).toEqual([
      ...[null, null, null],
    ]);
  });

  it("is explained line by line, and names what is unknown for a bike", async () => {
    const { call, rows } = await readerOf("client", "Vladivostok");
    const favorites = await rows("/lists/favorites");
    const pricesOf = async (lot: string) => {
      const { id } = favorites.find(({ lotNo }) => lotNo === `1${lot}`) ?? {};
      const path = `/sums?list=favorites&id=${String(id)}`;
      const { sums } = (await call("GET", path)).json<SumsReply>();
      return sums.filter(({ field }) => field === "landedPrice");
    };
    expect(await pricesOf("cheap")).toMatchObject([
      {
        field: "landedPrice",
        base: { field: "startPrice", amount: 100_000 },
        total: 220_000,
        lines: [
          { step: "auctionFee" },
          { step: "agentFee" },
          { step: "inland" },
          { step: "freight" },
        ],
      },
    ]);
    expect(await pricesOf("bike")).toMatchObject([
      {
        base: { field: "startPrice", amount: 500_000 },
        total: 605_000,
        lines: [{}, {}, {}, { step: "freight", rates: [{ amount: 25_000 }] }],
      },
    ]);
    const { call: callAt, rows: rowsAt } = await readerOf("client", "Mombasa");
    const bike = (await rowsAt("/lists/favorites")).find(
      ({ lotNo }) => lotNo === "1bike",
    );
    const reply = await callAt(
      "GET",
      `/sums?list=favorites&id=${String(bike?.id)}`,
    );
    const { sums } = reply.json<SumsReply>();
    expect(sums.find(({ field }) => field === "landedPrice")).toMatchObject({
      ...{ total: null, lines: [{}, {}, {}, { step: "freight", rates: [] }] },
    });
  });

  it("is a column of the exported file, whose heading names the port", async () => {
    const { call } = await readerOf("client", "Vladivostok");
    const { body } = await call(
      "GET",
      "/lists/favorites/export?format=csv&sort=landedPrice&order=ASC",
    );
    const [heading = "", cheap = ""] = body.split("\r\n");
    const names: readonly string[] = heading.match(/"[^"]*"|[^,]+/g) ?? [];
    const place = names.indexOf('"Price at Vladivostok, yen"');
    expect(cheap.split(",")[place]).toBe("220000");
  });
});
