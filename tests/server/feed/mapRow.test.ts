import { describe, expect, it } from "vitest";
import { readMapping } from "../../../server/feed/readMapping";
import { rowMapper, type Unmapped } from "../../../server/feed/mapRow";
import { ajesRow, projectSchemas, root } from "./support";

const schemas = projectSchemas();
const mapRow = rowMapper({
  mapping: readMapping({ root, feed: "ajes", schemas }),
  area: "auction",
  schemas,
});

function fieldsOf(changes: Record<string, unknown>) {
  const mapped = mapRow(ajesRow(changes));
  if ("reasons" in mapped) throw new Error(JSON.stringify(mapped.reasons));
  return mapped.lot.fields;
}

function reasonsOf(row: unknown) {
  const mapped = mapRow(row);
  return "reasons" in mapped ? mapped.reasons : [];
}

describe("a word about the offering", () => {
  it("says that a result is withdrawn or a sale postponed, in any case", () => {
    const wordOf = (STATUS: string) => {
      const mapped = mapRow(ajesRow({ STATUS }));
      return "lot" in mapped ? [mapped.lot.word, mapped.lot.fields.status] : [];
    };
    expect(wordOf("Result Withdrawn")).toEqual(["revoked", 4538]);
    expect(wordOf("延期")).toEqual(["postponed", 4532]);
    expect(wordOf("sold")).toEqual([undefined, 4533]);
  });

  it("makes a row that is written again", () => {
    const hashOf = (STATUS: string) => {
      const mapped = mapRow(ajesRow({ STATUS }));
      return "lot" in mapped ? mapped.lot.rowHash : null;
    };
    expect(hashOf("postponed")).not.toBe(hashOf("upcoming"));
    expect(hashOf("coming")).toBe(hashOf("upcoming"));
  });
});

describe("a row of the AJES feed as a lot", () => {
  it("has every field of the lot's schema", () => {
    const mapped = mapRow(ajesRow());
    expect(mapped).toEqual({
      lot: {
        source: "ajes",
        sourceId: "k1",
        rowHash: expect.stringMatching(/^[\w-]{43}$/) as string,
        fields: {
          lotNo: "00123",
          auctionDate: "2026-11-21T10:20:00+09:00",
          auctionName: "USS Tokyo",
          town: "Chiba",
          maker: "TOYOTA",
          model: "PRIUS",
          year: 2018,
          engine: 1800,
          horsePower: 98,
          chassis: "ZVW50",
          serial: "0001",
          grade: "S",
          color: "PEARL",
          gearbox: "CVT",
          priv: "FF",
          mileage: 61000,
          equip: "AC PS",
          condition: "4.5",
          startPrice: 350000,
          averagePrice: 905000,
          averageOf: ["900000", "910000"],
          status: 4532,
          fuel: "hybrid",
          leftHandDrive: false,
          images: [
            "https://pictures.example/1.jpg&h=50",
            "https://pictures.example/2.jpg",
          ],
          info: "One owner",
        },
      },
    });
  });

  it("ignores the case of column names", () => {
    const lower = Object.fromEntries(
      Object.entries(ajesRow()).map(([name, value]) => [
        name.toLowerCase(),
        value,
      ]),
    );
    expect(mapRow(lower)).toEqual(mapRow(ajesRow()));
  });

  it("decodes HTML entities", () => {
    expect(
      fieldsOf({
        MODEL_NAME: "&#12503;&#12522;&#x30A6;&#12473;",
        INFO: "A &amp; B &lt;1&gt; &unknown; &#9999999;",
        IMAGES: "/a.jpg&#35;/b.jpg",
      }),
    ).toMatchObject({
      model: "プリウス",
      info: "A & B <1> &unknown; &#9999999;",
      images: ["/a.jpg", "/b.jpg"],
    });
  });

  it.each([
    ["", 4532],
    ["Sold", 4533],
    ["SOLD BY NEGO", 4534],
    ["not_sold", 4535],
    ["cancelled", 4536],
    ["removed", 4537],
    ["bidding", 4531],
    ["something new", 4538],
  ])("gives STATUS %j the status %i", (text, status) => {
    expect(fieldsOf({ STATUS: text }).status).toBe(status);
  });

  it("reports unknown codes", () => {
    const unmapped: Unmapped[] = [];
    mapRow(ajesRow({ STATUS: "?!", TIME: "X" }), (one) => unmapped.push(one));
    expect(unmapped).toEqual([
      { field: "status", text: "?!" },
      { field: "fuel", text: "X" },
    ]);
  });

  it("keeps unknown codes of a text field", () => {
    expect(fieldsOf({ KPP: "F5X", RATE: "R?", COLOR: "吟" })).toMatchObject({
      gearbox: "F5X",
      condition: "R?",
      color: "吟",
    });
  });

  it("treats 0 as unknown where the mapping says so", () => {
    const fields = fieldsOf({
      YEAR: "0",
      ENG_V: "0",
      MILEAGE: "0",
      FINISH: "0",
      AVG_PRICE: "0",
      START: "0",
    });
    expect(fields).not.toHaveProperty("engine");
    expect(fields).not.toHaveProperty("mileage");
    expect(fields).not.toHaveProperty("soldPrice");
    expect(fields).not.toHaveProperty("averagePrice");
    expect(fields).not.toHaveProperty("year");
    expect(fields.startPrice).toBe(0);
  });

  it.each([
    ["2026-11-21 00:00:00", "2026-11-21T00:00:00+09:00"],
    ["2026-11-21", "2026-11-21T00:00:00+09:00"],
    ["2026-11-21T01:00:00Z", "2026-11-21T10:00:00+09:00"],
    ["2026-11-21 01:00:00Z", "2026-11-21T10:00:00+09:00"],
    ["2026-11-21 10:00:00 +0900", "2026-11-21T10:00:00+09:00"],
    ["2026-11-21 03:00:00+02", "2026-11-21T10:00:00+09:00"],
    ["2026-11-21 10:00 JST", "2026-11-21T10:00:00+09:00"],
    ["2026/1/5 9:05", "2026-01-05T09:05:00+09:00"],
    ["0000-00-00 00:00:00", undefined],
    ["", undefined],
  ])("reads AUCTION_DATE %j in Japan time", (text, auctionDate) => {
    expect(fieldsOf({ AUCTION_DATE: text }).auctionDate).toBe(auctionDate);
  });

  it.each([
    ["1 350 000", 1_350_000],
    ["¥1,350,000", 1_350_000],
    ["1,350,000円", 1_350_000],
    ["１３５００００", 1_350_000],
    ["350,000.00", 350_000],
  ])("reads START %j as yen", (text, yen) => {
    expect(fieldsOf({ START: text }).startPrice).toBe(yen);
  });

  it.each([
    ["ZVW50-1234567", "1234567"],
    ["DAA-ZVW50-12345**", "12345**"],
    ["1234567", "1234567"],
  ])(
    "takes the number after the chassis code from SERIAL %j",
    (text, serial) => {
      expect(fieldsOf({ SERIAL: text }).serial).toBe(serial);
    },
  );

  it("treats a dash as unknown", () => {
    const fields = fieldsOf({ MILEAGE: "-", YEAR: "―", GRADE: "--" });
    expect(fields).not.toHaveProperty("mileage");
    expect(fields).not.toHaveProperty("year");
    expect(fields).not.toHaveProperty("grade");
  });

  it("keeps as many photos as its list may have and reports the rest", () => {
    const photos = Array.from({ length: 62 }, (_, place) => `/${place}.jpg`);
    const unmapped: string[] = [];
    const mapped = mapRow(ajesRow({ IMAGES: photos.join("#") }), ({ text }) =>
      unmapped.push(text),
    );
    expect(mapped).toMatchObject({
      lot: { fields: { images: photos.slice(0, 60) } },
    });
    expect(unmapped).toEqual(["/60.jpg"]);
  });

  it("uses LOT_NUM without LOT", () => {
    expect(fieldsOf({ LOT: undefined, LOT_NUM: "0042" }).lotNo).toBe("0042");
  });

  it("accepts JSON numbers and booleans", () => {
    expect(
      fieldsOf({ YEAR: 2001, LHDRIVE: true, IMAGES: ["/a.jpg", "/b.jpg"] }),
    ).toMatchObject({
      year: 2001,
      leftHandDrive: true,
      images: ["/a.jpg", "/b.jpg"],
    });
  });

  it.each([
    ["https://pictures.example/1.jpg", ["https://pictures.example/1.jpg"]],
    ["http://pictures.example/1.jpg", ["https://pictures.example/1.jpg"]],
    ["/demo/1.svg", ["/demo/1.svg"]],
    ["javascript:alert(1)", []],
    ["data:text/html,x", []],
    ["//evil.example/1.jpg", []],
    ["/\\evil.example/1.jpg", []],
    ["https://", []],
    ["1.jpg", []],
    [`/${"x".repeat(500)}`, []],
  ])("keeps photos that browsers may load: %s", (address, images) => {
    const unmapped: unknown[] = [];
    const mapped = mapRow(ajesRow({ IMAGES: address }), ({ field, text }) =>
      unmapped.push(field, text),
    );
    expect(mapped).toMatchObject({ lot: { fields: { images } } });
    expect(unmapped).toEqual(images.length > 0 ? [] : ["images", address]);
  });

  it.each([
    [{ ID: "" }, "", "has no ID"],
    [{ LOT: " " }, "lotNo", "is missing"],
    [{ MARKA_NAME: null }, "maker", "is missing"],
    [{ MODEL_NAME: undefined }, "model", "is missing"],
    [{ YEAR: "abcd" }, "year", "is not a whole number"],
    [{ YEAR: "1800" }, "year", "must be >= 1900"],
    [{ MILEAGE: "12,34" }, "mileage", "is not a whole number"],
    [{ MILEAGE: "-5" }, "mileage", "must be >= 0"],
    [{ START: "99999999999" }, "startPrice", "must be <= 2147483647"],
    [{ AUCTION_DATE: "2026-02-30 10:00:00" }, "auctionDate", "is not a date"],
    [{ AUCTION_DATE: "2026-02-30T10:00:00Z" }, "auctionDate", "is not a date"],
    [
      { AUCTION_DATE: "2026-11-20 10:00:00+99" },
      "auctionDate",
      "is not a date",
    ],
    [{ AUCTION_DATE: "2026-11-20 25:00:00" }, "auctionDate", "is not a date"],
    [{ LHDRIVE: "maybe" }, "leftHandDrive", "is not yes or no"],
    [{ GRADE: "x".repeat(121) }, "grade", "must NOT have more than 120"],
    [{ INFO: "a\u0000b" }, "info", "has unreadable characters"],
    [{ INFO: "a&#0;b" }, "info", "has unreadable characters"],
    [{ INFO: "a\ud800b" }, "info", "has unreadable characters"],
    [{ INFO: { a: 1 } }, "info", "is not a single value"],
    // Longer texts are not tried: the patterns of numbers take quadratic time.
    [
      { MILEAGE: `1${" ".repeat(100)}km` },
      "mileage",
      "is longer than 100 characters",
    ],
    [
      { START: `1${" ".repeat(100)}x` },
      "startPrice",
      "is longer than 100 characters",
    ],
    [
      { AUCTION_DATE: `2026-11-21${" ".repeat(100)}x` },
      "auctionDate",
      "is longer than 100 characters",
    ],
  ])("is rejected with %j", (changes, field, reason) => {
    expect(reasonsOf(ajesRow(changes))).toEqual([
      { field, reason: expect.stringContaining(reason) as string },
    ]);
  });

  it("is rejected with all reasons", () => {
    const reasons = reasonsOf(ajesRow({ YEAR: "x", MILEAGE: "-1", ID: "" }));
    expect(reasons.map(({ field }) => field)).toEqual(["", "year", "mileage"]);
  });

  it.each([null, "row", 5, [1]])("is rejected when it is %j", (row) => {
    expect(reasonsOf(row)).toEqual([
      { field: "", reason: "is not an object with columns" },
    ]);
  });

  it("has the same hash until a value changes", () => {
    const hashOf = (changes: Record<string, unknown>) => {
      const mapped = mapRow(ajesRow(changes));
      return "lot" in mapped ? mapped.lot.rowHash : null;
    };
    expect(hashOf({ COLUMN_OF_NO_FIELD: "other" })).toBe(hashOf({}));
    expect(hashOf({ MILEAGE: "61,001" })).not.toBe(hashOf({}));
  });
});
