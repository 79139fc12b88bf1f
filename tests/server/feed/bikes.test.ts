import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readMapping } from "../../../server/feed/readMapping";
import { importFeed } from "../../../server/feed";
import { rowMapper } from "../../../server/feed/mapRow";
import type { Database } from "../../../server/platform/database";
import { testDatabase } from "../../support/database";
import {
  ajesRow,
  bytesOf,
  feedOf,
  importContext,
  projectSchemas,
  root,
} from "./support";

/** Returns a row of the BDS feed. */
const bdsRow = (changes: Record<string, unknown> = {}) => ({
  id: "202611210042",
  change_date: "2026-11-19T03:00:00.000Z",
  lot_num: 42,
  auction: "BDS Kanto",
  status_lot: "Ranked",
  auction_date: "2026-11-21",
  marka_name: "honda",
  model_name: "CBR1000RR",
  serial: "SC59-1000398",
  engine_model: "SC59E-1000398",
  year: 2009,
  mileage: "11217K",
  mileage_pvi: "11,000",
  mileage_history: "-",
  pvi_date: "2021/6",
  eng_v: 1000,
  color: "Black",
  start: 250,
  finish: 0,
  rate: 5,
  rate_frame: 4,
  rate_eng: 5,
  rate_front: "-",
  rate_ext: 6,
  rate_rear: 0,
  rate_el: 5,
  status: "available",
  inspection: "completed",
  parts: "No Part",
  bds_comment: "改造あり",
  seller_comment: "",
  image0: "t.jpg",
  images: "/1.jpg#/2.jpg",
  url: "https://bikes.example/42",
  info: {
    rate: [
      { txt: "Engine:5#Engine-Flaw Lv1,Radiator-,-", img: "/a.jpg#/b.jpg" },
      { txt: "Front:6#Tube outer-Rust", img: "" },
    ],
    list: "A-Starting: OK#B-Idle: Flaw Lv1",
    video: ["r.mp4", "l.mp4"],
  },
  ...changes,
});

const schemas = projectSchemas();
const mapBike = rowMapper({
  mapping: readMapping({ root, feed: "bds", schemas }),
  area: "bikes",
  schemas,
});

function fieldsOf(changes: Record<string, unknown>) {
  const mapped = mapBike(bdsRow(changes));
  if ("reasons" in mapped) throw new Error(JSON.stringify(mapped.reasons));
  return mapped.lot.fields;
}

describe("a row of the BDS feed as a bike", () => {
  it("has prices in yen, normalized case and the report as text", () => {
    expect(fieldsOf({})).toEqual({
      lotNo: "42",
      auctionDate: "2026-11-21T00:00:00+09:00",
      auctionName: "BDS Kanto",
      maker: "HONDA",
      model: "CBR1000RR",
      year: 2009,
      mileage: 11217,
      paperMileage: "11,000",
      engine: 1000,
      engineNo: "SC59E-1000398",
      serial: "SC59-1000398",
      color: "BLACK",
      condition: "5",
      rateFrame: 4,
      rateEngine: 5,
      rateExt: 6,
      rateEl: 5,
      startPrice: 250_000,
      status: 4532,
      inspection: "completed",
      ranking: "Ranked",
      parts: "No Part",
      roadworthyUntil: "2021/6",
      images: ["/1.jpg", "/2.jpg"],
      link: "https://bikes.example/42",
      info: "改造あり",
      rates: [
        "Engine:5#Engine-Flaw Lv1,Radiator-,-",
        "Front:6#Tube outer-Rust",
      ],
      ratePhotos: ["/a.jpg#/b.jpg", ""],
      inspectionItems: ["A-Starting: OK", "B-Idle: Flaw Lv1"],
      videos: ["r.mp4", "l.mp4"],
    });
  });

  it.each([
    ["11217K", 11217, undefined],
    ["11,217 km", 11217, undefined],
    ["11217", 11217, undefined],
    ["7000M", 11265, "7000M"],
    ["7000?", 7000, "7000?"],
    ["3120X", 3120, "3120X"],
    ["-", undefined, undefined],
    ["", undefined, undefined],
    ["0K", undefined, undefined],
  ])("reads the mileage %j", (mileage, km, note) => {
    const fields = fieldsOf({ mileage });
    expect(fields.mileage).toBe(km);
    expect(fields.mileageNote).toBe(note);
  });

  it.each([
    ["start", "1,250", "startPrice", 1_250_000],
    ["start", "12.345", "startPrice", 12_345],
    ["finish", 262, "soldPrice", 262_000],
    ["finish", "0", "soldPrice", undefined],
    ["status", "Sold", "status", 4533],
    ["status", "Un", "status", 4535],
    ["status", "???", "status", 4538],
  ])("reads %s %j", (column, value, field, expected) => {
    expect(fieldsOf({ [column]: value })[field]).toBe(expected);
  });

  it("needs no ratings", () => {
    const none = { rate: "", rate_frame: null, rate_eng: "-", info: null };
    const fields = fieldsOf({ status_lot: "Recycle", ...none });
    expect(fields).not.toHaveProperty("rateFrame");
    expect(fields).toMatchObject({ ranking: "Recycle", rates: [] });
  });

  it("is rejected with the reason when a rating is invalid", () => {
    const mapped = mapBike(bdsRow({ rate_eng: "11", mileage: "far" }));
    expect(mapped).toMatchObject({
      reasons: [
        { field: "mileage", reason: "is not a mileage" },
        { field: "rateEngine", reason: "must be <= 10" },
      ],
    });
  });
});

describe("bikes and stock", () => {
  let database: Database;
  beforeAll(async () => {
    database = await testDatabase();
  });
  afterAll(() => database.close());

  const into = async (
    feed: string,
    area: string,
    input: ReturnType<typeof feedOf>,
  ) =>
    importFeed({ context: await importContext(database), feed, area, input });

  const lotsOf = (area: string) =>
    database.kysely
      .selectFrom("lots")
      .leftJoin("terms", (join) =>
        join.onRef("terms.id", "=", "maker_id").on("terms.kind", "=", "maker"),
      )
      .select(["lot_no", "name", "mileage", "start_price", "sold_price"])
      .select(["images", "extra"])
      .where("area", "=", area)
      .orderBy("lot_no")
      .execute();

  it("stores the columns and the other fields of a bike", async () => {
    const result = await into(
      "bds",
      "bikes",
      feedOf(bdsRow(), bdsRow({ id: "x", rate: {} })),
    );
    expect(result).toMatchObject({ inserted: 1, rejected: 1 });
    const [bike] = await lotsOf("bikes");
    expect(bike).toMatchObject({
      lot_no: "42",
      name: "HONDA",
      mileage: 11217,
      start_price: 250_000,
      sold_price: null,
      images: "/1.jpg#/2.jpg",
      extra: {
        rateEngine: 5,
        inspection: "completed",
        serial: "SC59-1000398",
        rates: [
          "Engine:5#Engine-Flaw Lv1,Radiator-,-",
          "Front:6#Tube outer-Rust",
        ],
        videos: ["r.mp4", "l.mp4"],
      },
    });
    const again = await into("bds", "bikes", feedOf(bdsRow()));
    expect(again).toMatchObject({ inserted: 0, unchanged: 1 });
  });

  it("accepts bikes of the AJES feed without fields that bikes lack", async () => {
    const { LOT, ...row } = ajesRow({ ID: "b", MARKA_NAME: "YAMAHA" });
    const bike = { ...row, LOT_NUM: LOT };
    const result = await into("ajes", "bike-stats", feedOf(bike));
    expect(result).toMatchObject({ inserted: 1 });
    const [stored] = await lotsOf("bike-stats");
    expect(stored).toMatchObject({ name: "YAMAHA", mileage: 61_000 });
    expect(stored?.extra).not.toHaveProperty("fuel");
  });

  it("accepts stock as a JSON array and as CSV", async () => {
    const car = {
      id: 7,
      stock_no: "S-7",
      make: "Toyota",
      model: "Prius",
      price: "1,250,000",
      mileage: 61000,
      photos: ["/a.jpg"],
      drive: "FF",
    };
    const json = await into("stock", "stock", feedOf(car));
    expect(json).toMatchObject({ inserted: 1 });
    const csv = await into(
      "stock-csv",
      "stock",
      bytesOf(
        'ID,Stock_No,Make,Model,Price,Mileage,Photos,Status\n8,S-8,mazda,"Demio","990,000","40,000 km",/a.jpg /b.jpg,Sold\n9,S-9,,x,,,,\n',
      ),
    );
    expect(csv).toMatchObject({ inserted: 1, rejected: 1 });
    const lots = await lotsOf("stock");
    expect(lots).toMatchObject([
      { lot_no: "S-7", name: "TOYOTA", start_price: 1_250_000, mileage: 61000 },
      { lot_no: "S-8", name: "MAZDA", start_price: 990_000, mileage: 40000 },
    ]);
    expect(lots.map(({ images }) => images)).toEqual([
      "/a.jpg",
      "/a.jpg#/b.jpg",
    ]);
  });
});
