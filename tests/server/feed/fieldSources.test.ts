import { describe, expect, it } from "vitest";
import type { FeedMapping } from "../../../server/feed/feedMapping";
import { checkMapping } from "../../../server/feed/checkMapping";
import { readRates } from "../../../server/feed/readValue";
import { rowMapper, type Unmapped } from "../../../server/feed/mapRow";
import { readAll } from "./readAll";
import { projectSchemas } from "./support";

const schemas = projectSchemas();
const rates = readRates("USD=155.2, EUR=170");

const basicFields: FeedMapping["fields"] = {
  lotNo: { from: ["LOT", "ID"] },
  maker: { from: "MAKER" },
  model: { from: "MODEL" },
};

function mappingOf(
  fields: FeedMapping["fields"],
  area: "stock" | "auction" = "stock",
): FeedMapping {
  const mapping: FeedMapping = {
    name: "x",
    formats: ["json", "xml"],
    areas: [area],
    sourceId: ["ID"],
    fields: { ...basicFields, ...fields },
  };
  const file = { file: "feeds/x.json", content: mapping as unknown };
  expect(checkMapping(file, schemas)).toEqual([]);
  return mapping;
}

function read(fields: FeedMapping["fields"], row: Record<string, unknown>) {
  const mapRow = rowMapper({
    mapping: mappingOf(fields),
    area: "stock",
    schemas,
    rates,
  });
  const unmapped: Unmapped[] = [];
  const mapped = mapRow(
    { ID: "1", MAKER: "TOYOTA", MODEL: "PRIUS", ...row },
    (found) => unmapped.push(found),
  );
  if ("reasons" in mapped) throw new Error(JSON.stringify(mapped.reasons));
  return { fields: mapped.lot.fields, unmapped };
}

describe("the picture of a sheet among the photos", () => {
  const fields: FeedMapping["fields"] = {
    auctionName: { from: "AUCTION" },
    images: { from: "IMAGES", as: "list", split: "#" },
    auctionSheet: {
      from: "SHEET",
      amongPhotos: {
        of: "images",
        by: "auctionName",
        places: { "/^USS /": "first", "JU Gifu": "last", "HAA Kobe": 2 },
      },
    },
  };
  const [a, b, c] = ["https://x/a", "https://x/b", "https://x/c"];
  const many = Array.from({ length: 62 }, (_, place) => `/${place}.jpg`);

  it.each([
    [{ AUCTION: "USS Tokyo" }, a, [b, c]],
    [{ AUCTION: "ju gifu" }, c, [a, b]],
    [{ AUCTION: "HAA Kobe" }, b, [a, c]],
    [{ AUCTION: "HAA Kobe", IMAGES: a }, undefined, [a]],
    [{ AUCTION: "TAA Chubu" }, undefined, [a, b, c]],
    [{ AUCTION: "USS Tokyo", SHEET: c }, c, [a, b, c]],
    [{ AUCTION: "USS Tokyo", IMAGES: "" }, undefined, []],
    [
      { AUCTION: "JU Gifu", IMAGES: many.join("#") },
      "/61.jpg",
      many.slice(0, 60),
    ],
  ])("is taken from its place at the house: %j", (row, sheet, images) => {
    const mapRow = rowMapper({
      mapping: mappingOf(fields, "auction"),
      area: "auction",
      schemas,
    });
    const mapped = mapRow({
      ID: "1",
      MAKER: "TOYOTA",
      MODEL: "PRIUS",
      IMAGES: `${a}#${b}#${c}`,
      ...row,
    });
    expect(mapped).toMatchObject({ lot: { fields: { images } } });
    expect("lot" in mapped && mapped.lot.fields.auctionSheet).toBe(sheet);
  });
});

describe("addresses without a host", () => {
  it("are completed by the base of the feed", () => {
    const base = "https://pictures.example/lots/";
    const mapRow = rowMapper({
      mapping: mappingOf(
        {
          images: { from: "IMAGES", as: "list", split: "#", base },
          auctionSheet: { from: "SHEET", base },
        },
        "auction",
      ),
      area: "auction",
      schemas,
    });
    const addresses = ["1.jpg", "/2.jpg", "//x.example/3.jpg", "javascript:4"];
    expect(
      mapRow({
        ID: "1",
        MAKER: "TOYOTA",
        MODEL: "PRIUS",
        IMAGES: addresses.join("#"),
        SHEET: "s.jpg",
      }),
    ).toMatchObject({
      lot: {
        fields: {
          images: [
            "https://pictures.example/lots/1.jpg",
            "https://pictures.example/2.jpg",
            "https://x.example/3.jpg",
          ],
          auctionSheet: "https://pictures.example/lots/s.jpg",
        },
      },
    });
  });
});

describe("alternatives of a field", () => {
  const condition = {
    from: ["RATE", { column: "REMARKS", take: "grade (\\d(?:\\.5)?)" }],
  };

  it.each([
    [{ RATE: "4", REMARKS: "grade 3.5" }, "4"],
    [{ RATE: "", REMARKS: "One owner, grade 3.5" }, "3.5"],
    [{ RATE: null, REMARKS: "One owner" }, undefined],
  ])("have their own take: %j", (row, value) => {
    expect(read({ condition }, row).fields.condition).toBe(value);
  });

  it("count only if their take finds a text", () => {
    const grade = {
      from: [{ column: "TITLE", take: "\\[(.+)\\]" }, "GRADE"],
      take: "^(\\S+)",
    };
    const row = { TITLE: "Toyota Prius", GRADE: "S Touring" };
    expect(read({ grade }, row).fields.grade).toBe("S");
  });
});

describe("a constant", () => {
  it("is the value of every row", () => {
    const { fields } = read(
      { auctionName: { value: "Yokohama yard" }, status: { value: 4532 } },
      { AUCTION: "elsewhere" },
    );
    expect(fields).toMatchObject({
      auctionName: "Yokohama yard",
      status: 4532,
    });
  });
});

describe("flag columns", () => {
  const flags = { "Air Bag": "AB", ABS: "ABS", "options.sunRoof": "SR" };

  it("become a text of the entries that say yes", () => {
    const row = { "air bag": true, ABS: "0", options: { sunRoof: "Yes" } };
    const { fields } = read({ equip: { flags, join: " " } }, row);
    expect(fields.equip).toBe("AB SR");
  });

  it("become a list of photos or of texts", () => {
    const images = { flags: { front: "/front.jpg", rear: "/rear.jpg" } };
    expect(read({ images }, { front: 1, rear: "y" }).fields.images).toEqual([
      "/front.jpg",
      "/rear.jpg",
    ]);
    expect(read({ images }, {}).fields.images).toEqual([]);
  });

  it("report texts that are neither yes nor no", () => {
    const { fields, unmapped } = read(
      { equip: { flags } },
      { "Air Bag": "optional", ABS: true },
    );
    expect(fields.equip).toBe("ABS");
    expect(unmapped).toEqual([{ field: "equip", text: "Air Bag: optional" }]);
  });
});

describe("a price in another currency", () => {
  const startPrice = { from: "PRICE", currency: "USD", zeroIsUnknown: true };

  it.each([
    ["12,500", 1_940_000],
    ["99", 15_365],
    ["0", undefined],
  ])("becomes whole yen by the rate of the settings: %s", (text, yen) => {
    expect(read({ startPrice }, { PRICE: text }).fields.startPrice).toBe(yen);
  });

  it("is multiplied before it is converted", () => {
    const thousands = { ...startPrice, times: 1000 };
    expect(
      read({ startPrice: thousands }, { PRICE: "2" }).fields.startPrice,
    ).toBe(310_400);
  });

  it("needs a rate before the first row", () => {
    const mapping = mappingOf({ startPrice: { from: "P", currency: "KRW" } });
    expect(() => rowMapper({ mapping, area: "stock", schemas, rates })).toThrow(
      /startPrice in KRW.*CURRENCY_RATES/,
    );
  });
});

describe("an invalid value of a field with invalidIsUnknown", () => {
  const mileage = { from: "MILEAGE", invalidIsUnknown: true };

  it.each([
    ["cannot be read", "N/A"],
    ["breaks a rule of the schema", "-5"],
  ])("is left out and reported if it %s", (_case, text) => {
    const { fields, unmapped } = read({ mileage }, { MILEAGE: text });
    expect(fields).not.toHaveProperty("mileage");
    expect(fields.maker).toBe("TOYOTA");
    expect(unmapped).toEqual([{ field: "mileage", text }]);
  });

  it("changes nothing for a valid value", () => {
    expect(read({ mileage }, { MILEAGE: "52,000" }).fields.mileage).toBe(
      52_000,
    );
  });

  it("cannot leave a required field empty", () => {
    const maker = { from: "MAKER", invalidIsUnknown: true };
    const content = { name: "x", formats: ["json"], areas: ["stock"] };
    const fields = { ...basicFields, maker };
    const file = {
      file: "feeds/x.json",
      content: { ...content, sourceId: ["ID"], fields },
    };
    expect(checkMapping(file, schemas)).toMatchObject([
      {
        pointer: "/fields/maker/invalidIsUnknown",
        message: { id: "feedRequired" },
      },
    ]);
  });
});

describe("a map with expressions", () => {
  const fuel = {
    from: "FUEL",
    unknown: "other",
    map: {
      "/^plug/": "plug-in hybrid",
      "/^hybrid/": "hybrid",
      "hybrid (diesel)": "other",
      "/petrol|gasoline/": "petrol",
    },
  };

  it.each([
    ["Hybrid(petrol)", "hybrid"],
    ["HYBRID (DIESEL)", "other"],
    ["Plug-in hybrid", "plug-in hybrid"],
    ["unleaded gasoline", "petrol"],
    ["steam", "other"],
  ])("gives %s the fuel %s", (text, value) => {
    expect(read({ fuel }, { FUEL: text }).fields.fuel).toBe(value);
  });

  it("reports texts without an entry", () => {
    expect(read({ fuel }, { FUEL: "steam" }).unmapped).toEqual([
      { field: "fuel", text: "steam" },
    ]);
  });
});

describe("the formats of the trade", () => {
  it("include stock lists in XML with titles and prices in dollars", async () => {
    const { rows } = await readAll(
      `<vehicle_list><generation_time>2026-11-20</generation_time>
      <vehicle><id>77</id><title>TOYOTA HIACE VAN [GL]</title>
        <model_code>TRH200</model_code><drive>4WD</drive>
        <accessories>AC, PS,PW</accessories><price>USD 8,400</price>
      </vehicle></vehicle_list>`,
      { reading: { shape: { formats: ["xml"], rows: { xml: "vehicle" } } } },
    );
    const { fields } = read(
      {
        maker: { from: [{ column: "title", take: "^(\\S+)" }, "maker"] },
        model: { from: "title", take: "^\\S+ ([^\\[]+)" },
        grade: { from: "title", take: "\\[([^\\]]+)\\]" },
        chassis: { from: "model_code" },
        equip: { from: "accessories" },
        startPrice: { from: "price", take: "([\\d,]+)", currency: "USD" },
      },
      { ...(rows[0] as object), ID: undefined },
    );
    expect(fields).toMatchObject({
      lotNo: "77",
      maker: "TOYOTA",
      model: "HIACE VAN",
      grade: "GL",
      chassis: "TRH200",
      startPrice: 1_303_680,
    });
  });

  it("include American lots in JSON with litres, flags and words", async () => {
    const { rows } = await readAll(
      JSON.stringify([
        {
          lot_name: "A-1",
          engine_volume: "2.5",
          fuel_type: "Hybrid(petrol)",
          wheel: "left",
          odometer_value: 41_000,
          buy_now_price: 9_900,
          start_price: 0,
          "Air Bag": true,
          Navigation: false,
        },
      ]),
    );
    const { fields } = read(
      {
        lotNo: { from: "lot_name" },
        engine: { from: "engine_volume", times: 1000 },
        fuel: { from: "fuel_type", map: { "/^hybrid/": "hybrid" } },
        leftHandDrive: { from: "wheel", map: { left: true, right: false } },
        mileage: { from: "odometer_value", as: "km" },
        equip: { flags: { "Air Bag": "AB", Navigation: "NAVI" } },
        startPrice: {
          from: [{ column: "start_price", take: "([1-9].*)" }, "buy_now_price"],
          currency: "USD",
        },
        auctionName: { value: "Newark" },
      },
      rows[0] as Record<string, unknown>,
    );
    expect(fields).toMatchObject({
      lotNo: "A-1",
      engine: 2500,
      fuel: "hybrid",
      leftHandDrive: true,
      mileage: 41_000,
      equip: "AB",
      startPrice: 1_536_480,
      auctionName: "Newark",
    });
  });
});
