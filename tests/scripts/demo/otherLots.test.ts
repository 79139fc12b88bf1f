import { describe, expect, it } from "vitest";
import { bikePhotoKeys } from "../../../scripts/demo/bikes/bikePhotos";
import { demoDays, demoStock } from "../../../scripts/demo/generate";
import { photoFile } from "../../../scripts/demo/photoNames";
import { lotOutcomes } from "../../../server/demo/demoData";
import { rowMapper } from "../../../server/feed/mapRow";
import { readMapping } from "../../../server/feed/readMapping";
import { projectSchemas, root } from "../../server/feed/support";

const schemas = projectSchemas();
const fieldsOf = (
  rows: Iterable<object>,
  feed: string,
  area: "stock" | "bikes",
) => {
  const mapping = readMapping({ root, feed, schemas });
  const mapRow = rowMapper({ mapping, area, schemas });
  return [...rows].map((row) => {
    const mapped = mapRow(row);
    if ("reasons" in mapped) throw new Error(JSON.stringify(mapped.reasons));
    return mapped.lot.fields;
  });
};
const files = new Set(bikePhotoKeys().map(photoFile));
const options = { seed: "other", monday: "2026-11-16", scale: 0.1 };

describe("the demo's bikes", () => {
  const lots = [...demoDays(options)]
    .filter(({ kind, week }) => kind === "bikes" && week === 0)
    .flatMap((day) => day.lots);
  const fields = fieldsOf(
    lots.map(({ row }) => row),
    "bds",
    "bikes",
  );

  it("have an inspection report if they are ranked", () => {
    expect(fields.length).toBeGreaterThan(800);
    const ranked = fields.filter(({ ranking }) => ranking === "Ranked");
    expect(ranked.length / fields.length).toBeCloseTo(0.82, 1);
    for (const bike of ranked) {
      expect(bike.rates).toHaveLength(6);
      expect(bike.ratePhotos).toHaveLength(6);
      expect(bike.videos).toHaveLength(2);
      expect(bike.rateEngine).toBeGreaterThanOrEqual(Number(bike.condition));
    }
  });

  it("are mostly sold, at prices in thousand yen", () => {
    const sold = lots.filter(({ outcome }) => outcome === lotOutcomes.sold);
    expect(sold.length / lots.length).toBeCloseTo(0.75, 1);
    for (const { highestBid, row } of sold)
      expect(highestBid).toBeGreaterThanOrEqual(Number(row.START));
  });

  it("have photos that the build draws", () => {
    for (const { images, videos } of fields)
      for (const address of [images, videos ?? []].flat())
        expect(files).toContain(String(address).split("/").at(-1));
  });
});

it("The demo's cars at a fixed price are valid rows of their feed", () => {
  const cars = [...demoStock(options)];
  expect(cars).toHaveLength(2 * 200);
  const fields = fieldsOf(
    cars.map(({ row }) => row),
    "stock",
    "stock",
  );
  expect(new Set(fields.map(({ supply }) => supply))).toEqual(
    new Set(["own", "partner"]),
  );
});
