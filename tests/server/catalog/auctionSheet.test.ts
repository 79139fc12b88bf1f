import { beforeAll, describe, expect, it } from "vitest";
import { inTransaction } from "../../../server/platform/database";
import { writeLots } from "../../../server/catalog";
import { declaredCopy } from "../../support/declaredCopy";
import { demoRoot } from "../../support/demoRoot";
import { carLot, catalogApp, type CatalogApp } from "./support/catalogApp";

const delivered = JSON.stringify({
  grades: { overall: "4", interior: "B" },
  rows: {
    firstRegistration: "R1年6月",
    mileage: "$21,700km",
    inspectorNotes: "内装スレ小 謎機能",
  },
  marks: ["A2 front-bumper", "XX 左リアドア", "Q7 somewhere"],
});

type Rows = { rows: Record<string, unknown>[] };

const rowOf = (part: unknown, id: string) =>
  (part as Rows).rows.find((row) => row.id === id);

describe("the auction sheet of a car", () => {
  let test: CatalogApp;
  beforeAll(async () => {
    test = await catalogApp(
      [
        carLot("data", { sheet: delivered, year: 2019, mileage: 21_700 }),
        carLot("picture", { auctionSheet: "https://house.test/sheet.jpg" }),
        carLot("broken", { sheet: '{ "rows": 5 }' }),
        carLot("demo", {
          images: ["/api/photos/suv-black-front.svg"],
          condition: "3.5",
          year: 2012,
        }),
      ],
      { root: await demoRoot() },
    );
    await inTransaction(test.context.database, (trx) =>
      writeLots(trx, "stats", [carLot("past", { sheet: delivered })]),
    );
  });
  const sheetOf = async (sourceId: string) => {
    const id = await test.idOf(sourceId);
    return test.get(`/car-auction/sheet?id=${id}`);
  };
  const translationOf = async (sourceId: string, language = "en") => {
    const id = await test.idOf(sourceId);
    return test.get(`/car-auction/image-translate?id=${id}`, {
      "accept-language": language,
      "sec-fetch-site": "same-origin",
    });
  };

  it("has 31 rows and prefers the texts of the source to the fields of the lot", async () => {
    const { body } = await sheetOf("data");
    expect((body.sheet as Rows).rows).toHaveLength(31);
    expect(rowOf(body.sheet, "firstRegistration")).toMatchObject({
      printed: "初年度登録",
      name: "First registration",
      text: "R1年6月",
    });
    expect(rowOf(body.sheet, "lotNo")).toMatchObject({ text: "1data" });
    expect(rowOf(body.sheet, "mileage")).toMatchObject({
      warning: "The meter was replaced or the reading is in doubt",
    });
  });

  it("explains its marks and keeps unreadable marks", async () => {
    const { body } = await sheetOf("data");
    expect(body.sheet).toMatchObject({
      style: "uss",
      marks: [
        {
          code: "A2",
          panel: "front-bumper",
          panelName: "Front bumper",
          meaning: "Scratch, up to 10 cm",
          isSerious: false,
        },
        { code: "XX", panel: "left-rear-door", isSerious: true },
      ],
      unreadMarks: ["Q7 somewhere"],
    });
  });

  it("is translated, and unknown words stay Japanese and are marked", async () => {
    const { body } = await translationOf("data");
    expect(rowOf(body, "firstRegistration")).toMatchObject({
      segments: [{ text: "June 2019", from: "R1年6月" }],
    });
    expect(rowOf(body, "inspectorNotes")).toMatchObject({
      segments: [
        { text: "interior wear" },
        { text: "slight" },
        { text: "," },
        { text: "謎機能", isUnknown: true },
      ],
    });
    const russian = await translationOf("data", "ru");
    expect(rowOf(russian.body, "inspectorNotes")).toMatchObject({
      segments: [{ text: "потёртости в салоне" }, {}, {}, {}],
    });
  });

  it("is a picture if the source sends one, and then has no translator", async () => {
    const { body } = await sheetOf("picture");
    expect(body).toMatchObject({
      image: "https://house.test/sheet.jpg",
      sheet: null,
      hasTranslator: false,
    });
    const translated = await translationOf("picture");
    expect(translated).toMatchObject({
      status: 422,
      body: { messageCode: "no_translator" },
    });
  });

  it("is missing if the data of the source are malformed", async () => {
    expect((await sheetOf("broken")).body).toMatchObject({ sheet: null });
  });

  it("is the same each time for a demo lot, and fits the grade", async () => {
    const first = await sheetOf("demo");
    expect(first.body).toMatchObject({ sheet: { grades: { overall: "3.5" } } });
    const { marks } = first.body.sheet as { marks: unknown[] };
    expect(marks.length).toBeGreaterThanOrEqual(5);
    const again = await sheetOf("demo");
    expect(again.body.sheet).toEqual(first.body.sheet);
  });

  it("of a past sale is found under the same call", async () => {
    expect((await sheetOf("past")).status).toBe(200);
  });

  it("of an unknown lot is not found", async () => {
    const { status } = await test.get("/car-auction/sheet?id=999999999");
    expect(status).toBe(404);
  });
});

describe("the sheet of a lot with hidden fields", () => {
  it("does not show the rows that repeat them", async () => {
    const copy = declaredCopy();
    copy.editRow("lot", ({ properties }) => {
      for (const name of ["mileage", "condition"])
        Object.assign(properties[name] ?? {}, {
          "x-access": { roles: ["manager"] },
        });
    });
    const test = await catalogApp(
      [carLot("data", { sheet: delivered, mileage: 21_700, condition: "4" })],
      copy,
    );
    const id = await test.idOf("data");
    const { body } = await test.get(`/car-auction/sheet?id=${id}`);
    expect(rowOf(body.sheet, "mileage")).toMatchObject({ text: "" });
    expect(body.sheet).toMatchObject({ grades: { overall: null } });
  });
});
