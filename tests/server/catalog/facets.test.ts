import { beforeAll, describe, expect, it } from "vitest";
import { carLot, catalogApp, type CatalogApp } from "./support/catalogApp";

const lots = [
  carLot("1", { year: 2010, mileage: 1000, engine: 1500, color: "PEARL" }),
  carLot("2", { year: 2018, mileage: 90_000, chassis: "GX100" }),
  carLot("3", { model: "AQUA", status: 4535, condition: "4.5" }),
  carLot("4", { maker: "NISSAN", model: "NOTE", status: 4538, year: 2005 }),
  carLot("5", {
    maker: "NISSAN",
    model: "NOTE",
    auctionDate: "2026-11-18T10:00:00+09:00",
    auctionName: "TAA Kinki",
  }),
];

describe("the facets of the car list", () => {
  let test: CatalogApp;
  beforeAll(async () => {
    test = await catalogApp(lots);
  });
  const facets = async (query = "", headers = {}) => {
    const { status, body } = await test.get(
      `/auction/filters${query}`,
      headers,
    );
    expect(status).toBe(200);
    return body;
  };

  it("have the names of the specification and both totals", async () => {
    const body = await facets();
    for (const name of ["condition", "gearbox", "auction", "status", "color"])
      expect(Array.isArray(body[name])).toBe(true);
    expect(body).toMatchObject({
      success: true,
      totalSearchResults: 5,
      totalResults: 5,
      year: { min: 2005, max: 2018, step: 1 },
      mileage: { min: 1000, max: 90_000, step: 5000 },
      engine: { min: 1500, max: 1500, step: 100 },
      chassis: [{ value: "1", label: "GX100", counter: 1 }],
    });
  });

  it("count for each maker the lots that choosing it would show", async () => {
    const query = "?makerId=1&modelId=2&year=2000,2012";
    expect((await facets(query)).maker).toEqual([
      { value: "2", label: "NISSAN", counter: 1 },
      { value: "1", label: "TOYOTA", counter: 1 },
    ]);
  });

  it("offer models of the chosen maker only", async () => {
    expect((await facets()).model).toEqual([]);
    expect((await facets("?makerId=2")).model).toEqual([
      { value: "3", label: "NOTE", counter: 2 },
    ]);
  });

  it("keep a chosen value without matches", async () => {
    const { condition } = await facets("?makerId=2&condition=1");
    expect(condition).toEqual([{ value: "1", label: "4.5", counter: 0 }]);
  });

  it("combine not sold, removed and unknown as unsold", async () => {
    const { status } = await facets();
    expect(status).toEqual([
      { value: "4532", label: "Upcoming", counter: 3 },
      { value: "4535", label: "Not sold", counter: 1 },
      { value: "4538", label: "Unknown", counter: 1 },
      { value: "4539", label: "Unsold", counter: 2 },
    ]);
    const unsold = await facets("?status=4539");
    expect(unsold.totalSearchResults).toBe(2);
  });

  it("offer the sale days of the week, even without lots", async () => {
    expect((await facets()).date).toEqual(
      [
        ["2026-11-16", 0],
        ["2026-11-17", 0],
        ["2026-11-18", 1],
        ["2026-11-19", 0],
        ["2026-11-20", 4],
        ["2026-11-21", 0],
        ["2026-11-23", 0],
      ].map(([value, counter]) => ({ value, label: value, counter })),
    );
  });

  it("apply the rest of the query to an options call", async () => {
    const { body } = await test.get("/auction/maker?year=2006,");
    expect(body.options).toEqual([{ value: "1", label: "TOYOTA", counter: 2 }]);
    const none = await test.get("/auction/model");
    expect(none.body.options).toEqual([]);
    const found = await test.get("/auction/model?id=1&search=aq");
    expect(found.body.options).toEqual([
      { value: "2", label: "AQUA", counter: 1 },
    ]);
  });

  it("are limited to the named facets, with both totals", async () => {
    const body = await facets("?facets=maker,year&makerId=1");
    const all = await facets("?makerId=1");
    expect(body).toEqual({
      success: true,
      totalSearchResults: all.totalSearchResults,
      totalResults: all.totalResults,
      maker: all.maker,
      year: all.year,
    });
  });

  it.each(["rowHash", "maker,rowHash", "Maker"])(
    "refuse %s, which is no filter of the list",
    async (name) => {
      const { status } = await test.get(`/auction/filters?facets=${name}`);
      expect(status).toBe(400);
    },
  );

  it("reject a parameter of the list call", async () => {
    const { status } = await test.get("/auction/filters?page=2");
    expect(status).toBe(400);
  });
});
