import { beforeAll, describe, expect, it } from "vitest";
import {
  carLot,
  catalogApp,
  rowsOf,
  valuesOf,
  type CatalogApp,
} from "./support/catalogApp";

const lots = [
  carLot("past", { auctionDate: "2026-11-18T09:00:00+09:00", year: 2012 }),
  carLot("soon", { auctionDate: "2026-11-18T11:00:00+09:00", year: 2020 }),
  carLot("none", { auctionDate: null, condition: "4.5", mileage: 5000 }),
  carLot("later", { condition: "RA", year: 2015, mileage: 90_000 }),
  carLot("same", { condition: "S", model: "AQUA", year: 2015 }),
  ...Array.from({ length: 30 }, (_, index) =>
    carLot(`filler${String(index)}`, {
      auctionDate: "2026-11-21T10:00:00+09:00",
      maker: "NISSAN",
      model: "NOTE",
      auctionName: "TAA Kinki",
    }),
  ),
];

describe("the car list", () => {
  let test: CatalogApp;
  beforeAll(async () => {
    test = await catalogApp(lots);
  });

  it("returns twenty rows and the exact total", async () => {
    const answer = await test.get("/auction/listing");
    expect(answer.status).toBe(200);
    expect(rowsOf(answer)).toHaveLength(20);
    expect(answer.body.pageInfo).toEqual({
      pageSize: 20,
      page: 1,
      totalSearchResults: 35,
      totalResults: 35,
    });
  });

  it("returns no rows and the exact total for a page past the end", async () => {
    const answer = await test.get("/auction/listing?page=999999");
    expect(answer.status).toBe(200);
    expect(rowsOf(answer)).toEqual([]);
    expect(answer.body.pageInfo).toMatchObject({ totalSearchResults: 35 });
  });

  it("returns the fields of its columns with dictionary terms and Japan time", async () => {
    const answer = await test.get("/auction/listing?makerId=1&pageSize=50");
    const row = rowsOf(answer).find(({ lotNo }) => lotNo === "1later");
    expect(row).toEqual({
      id: await test.idOf("later"),
      lotNo: "1later",
      lotType: "auction",
      maker: "TOYOTA",
      model: "COROLLA",
      auctionDate: "2026-11-20T10:00:00+09:00",
      auctionName: "USS Tokyo",
      images: ["/a.svg", "/b.svg"],
      condition: "RA",
      year: 2015,
      mileage: 90_000,
      status: 4532,
      grade: null,
      chassis: null,
      engine: null,
      gearbox: null,
      color: null,
      startPrice: null,
      soldPrice: null,
      myBid: null,
      myBidAmount: null,
      wishList: [],
      isUss: true,
      landedPrice: null,
    });
  });

  it("lists upcoming lots by time, then past lots", async () => {
    const answer = await test.get("/auction/listing?makerId=1");
    expect(valuesOf(answer, "lotNo")).toEqual([
      "1soon",
      "1later",
      "1same",
      "1past",
      "1none",
    ]);
  });

  it("treats a lot as past from the next minute", async () => {
    test.setNow("2026-11-18T11:00:59+09:00");
    const during = await test.get("/auction/listing?makerId=1");
    expect(valuesOf(during, "lotNo")[0]).toBe("1soon");
    test.setNow("2026-11-18T11:01:00+09:00");
    const after = await test.get("/auction/listing?makerId=1");
    expect(valuesOf(after, "lotNo")[0]).toBe("1later");
    test.setNow("2026-11-18T10:50:00+09:00");
  });

  it("sorts missing values last in both directions", async () => {
    const url = "/auction/listing?makerId=1&sort=mileage&order=";
    const up = await test.get(`${url}ASC`);
    expect(valuesOf(up, "mileage")).toEqual([5000, 90_000, null, null, null]);
    const down = await test.get(`${url}DESC`);
    expect(valuesOf(down, "mileage")).toEqual([90_000, 5000, null, null, null]);
  });

  it("sorts the condition by grade, best first", async () => {
    const url = "/auction/listing?makerId=1&sort=condition&order=ASC";
    const answer = await test.get(url);
    expect(valuesOf(answer, "condition")).toEqual([
      "S",
      "4.5",
      "RA",
      null,
      null,
    ]);
  });

  it("ignores the model -1 and filters models of one maker by id", async () => {
    const any = await test.get("/auction/listing?makerId=1&modelId=-1");
    expect(rowsOf(any)).toHaveLength(5);
    const { body } = await test.get("/auction/model?id=1");
    expect(body.options).toEqual([
      { value: "2", label: "AQUA", counter: 1 },
      { value: "1", label: "COROLLA", counter: 4 },
    ]);
    const aqua = await test.get("/auction/listing?makerId=1&modelId=2");
    expect(valuesOf(aqua, "lotNo")).toEqual(["1same"]);
  });

  it("finds lots by quick search, with literal wildcards", async () => {
    const search = (parameter: string, text: string) =>
      test.get(
        `/auction/listing?quick_search_parameter=${parameter}&quick_search_text=${encodeURIComponent(text)}`,
      );
    expect(valuesOf(await search("lot_no", "1so"), "lotNo")).toEqual(["1soon"]);
    expect(valuesOf(await search("model", "qu"), "model")).toEqual(["AQUA"]);
    expect(rowsOf(await search("lot_no", "1%"))).toEqual([]);
    expect(rowsOf(await search("model", "_QUA"))).toEqual([]);
  });

  it.each([
    ["makerId=abc", "makerId"],
    ["makerId=1,2", "makerId"],
    ["year=2020,2010", "year"],
    ["auctionDate=2026-02-31", "auctionDate"],
    ["status=9999", "status"],
    ["sort=row_hash", "sort"],
    ["sort=year&order=sideways", "order"],
    ["page=0", "page"],
    ["page=Infinity", "page"],
    ["pageSize=30", "pageSize"],
    ["userId=2", "userId"],
    [
      "quick_search_parameter=row_hash&quick_search_text=a",
      "quick_search_parameter",
    ],
  ])("rejects %s and names the parameter", async (query, name) => {
    const { status, body } = await test.get(`/auction/listing?${query}`);
    expect(status).toBe(400);
    expect(body.messageCode).toBe("invalid_request");
    expect(body.errors).toHaveProperty(name);
  });

  it("treats SQL as text or rejects it", async () => {
    const injections = ["' or 1=1 --", "1); drop table lots; --", "$1", "\\"];
    for (const text of injections)
      for (const name of ["makerId", "sort", "order", "page", "condition"]) {
        const query = `${name}=${encodeURIComponent(text)}`;
        const { status } = await test.get(`/auction/listing?${query}`);
        expect({ query, status }).toEqual({ query, status: 400 });
      }
    expect(rowsOf(await test.get("/auction/listing"))).toHaveLength(20);
  });

  it("checks the session before the query", async () => {
    const reply = await test.app.inject("/api/auction/listing?page=wrong");
    expect(reply.statusCode).toBe(401);
  });
});
