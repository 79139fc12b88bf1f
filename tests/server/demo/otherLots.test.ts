import { describe, expect, it } from "vitest";
import { drawBike } from "../../../scripts/photos/drawBike";
import {
  bikePhotoFile,
  bikePhotoKeys,
} from "../../../server/demo/bikes/bikePhotos";
import { bikeHistory } from "../../../server/demo/otherLots";
import { generateStock } from "../../../server/demo/stockRow";
import { rowMapper } from "../../../server/feed/mapRow";
import { readMapping } from "../../../server/feed/readMapping";
import { projectSchemas, root } from "../feed/support";

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
const files = new Set(bikePhotoKeys().map(bikePhotoFile));

describe("the demo's bikes", () => {
  const asked = { seed: "bikes", scale: 0.2, day: "2026-11-18" };
  const bikes = () =>
    bikeHistory.salesOn({
      ...asked,
      instant: new Date("2026-11-19T00:00:00+09:00"),
    });

  it("are the same for the same seed, and all are valid rows of the feed", () => {
    const fields = fieldsOf(bikes(), "bds", "bikes");
    expect(fields.length).toBeGreaterThan(400);
    expect(fieldsOf(bikes(), "bds", "bikes")).toEqual(fields);
  });

  it("have an inspection report if they are ranked, and results after the sale", () => {
    const fields = fieldsOf(bikes(), "bds", "bikes");
    const ranked = fields.filter(({ ranking }) => ranking === "Ranked");
    expect(ranked.length / fields.length).toBeCloseTo(0.82, 1);
    for (const bike of ranked) {
      expect(bike.rates).toHaveLength(6);
      expect(bike.ratePhotos).toHaveLength(6);
      expect(bike.videos).toHaveLength(2);
      expect(bike.rateEngine).toBeGreaterThanOrEqual(Number(bike.condition));
    }
    const sold = fields.filter(({ status }) => status === 4533);
    expect(sold.length / fields.length).toBeCloseTo(0.77, 1);
    for (const { soldPrice } of sold) expect(soldPrice).toBeGreaterThan(0);
  });

  it("have photos that the build draws", () => {
    for (const { images, videos } of fieldsOf(bikes(), "bds", "bikes"))
      for (const address of [images, videos ?? []].flat())
        expect(files).toContain(String(address).split("/").at(-1));
    for (const key of bikePhotoKeys().filter(({ colour }) => colour === "red"))
      expect(drawBike(key)).not.toMatch(/NaN|undefined|Infinity/);
  });
});

describe("the demo's stock", () => {
  const stock = (now: string) =>
    fieldsOf(
      generateStock({ seed: "stock", scale: 0.1, now: new Date(now) }),
      "stock",
      "stock",
    );

  it("has cars of the company and of partners, available, reserved and sold", () => {
    const cars = stock("2026-11-18T12:00:00+09:00");
    expect(cars).toHaveLength(200);
    expect(new Set(cars.map(({ supply }) => supply))).toEqual(
      new Set(["own", "partner"]),
    );
    expect(new Set(cars.map(({ status }) => status))).toEqual(
      new Set([4532, 4533, 4534]),
    );
    for (const { startPrice } of cars)
      expect(Number(startPrice) % 10_000).toBe(0);
  });

  it("keeps a car on the next day, unless its place has another", () => {
    const [today, tomorrow] = ["18", "19"].map((day) =>
      stock(`2026-11-${day}T12:00:00+09:00`).map(({ lotNo }) => lotNo),
    );
    const kept = today?.filter((lotNo) => tomorrow?.includes(lotNo));
    expect(kept?.length).toBeGreaterThan(180);
  });
});
