import { describe, expect, it } from "vitest";
import {
  likenessOf,
  isSeriousDrop,
  mileageDrops,
  wholeSerial,
  type Sighting,
} from "../../domain/passport";

const car: Sighting = {
  id: "1",
  day: "2026-11-20",
  serial: "8031456",
  trim: "S TOURING",
  mileage: 80_000,
  rank: 6,
};
const earlier = (values: Partial<Sighting> = {}): Sighting => ({
  ...car,
  id: "2",
  day: "2026-11-06",
  ...values,
});
const unknown = { serial: null };

describe("an earlier car with the same chassis code", () => {
  it.each<[string, Partial<Sighting>, string | null]>([
    ["has the same number", {}, "same"],
    ["has the same number and more kilometres", { mileage: 120_000 }, "same"],
    ["has another number", { serial: "8031457" }, null],
    ["is the lot itself", { id: "1" }, null],
    ["is a later one", { day: "2026-11-27" }, null],
    ["has no number, but is alike", unknown, "guess"],
    ["has a hidden number, but is alike", { serial: "80314**" }, "guess"],
    ["was driven 1,000 km less", { ...unknown, mileage: 79_000 }, "guess"],
    ["was driven 3,000 km less", { ...unknown, mileage: 77_000 }, null],
    ["was rounded up", { ...unknown, mileage: 80_900 }, "guess"],
    ["was driven more", { ...unknown, mileage: 82_000 }, null],
    ["is a grade better", { ...unknown, rank: 5 }, "guess"],
    ["is two grades better", { ...unknown, rank: 4 }, null],
    ["has another trim", { ...unknown, trim: "A PREMIUM" }, null],
    ["has no mileage", { ...unknown, mileage: null }, null],
    ["was seen a year ago", { ...unknown, day: "2025-11-20" }, null],
  ])("%s", (_, values, likeness) => {
    expect(likenessOf(car, earlier(values))).toBe(likeness);
  });
});

it.each([
  ["8031456", "8031456"],
  ["12-345", "12-345"],
  ["80314**", null],
  ["8031xxx", null],
  ["12", null],
  [null, null],
])("reads the chassis number %s as %s", (serial, whole) => {
  expect(wholeSerial(serial)).toBe(whole);
});

it("finds each mileage that is lower than before", () => {
  const at = (day: string, mileage: number | null) => ({ day, mileage });
  expect(
    mileageDrops([
      at("2026-11-20", 80_123),
      at("2026-09-01", 95_000),
      at("2026-10-01", null),
      at("2026-08-01", 94_100),
    ]),
  ).toEqual([
    { from: 95_000, fromDay: "2026-09-01", to: 80_123, toDay: "2026-11-20" },
  ]);
  expect(
    mileageDrops([at("2026-08-01", 81_000), at("2026-09-01", 80_123)]),
  ).toEqual([]);
  expect(
    mileageDrops([at("2026-08-01", 80_124), at("2026-09-01", 80_123)]),
  ).toEqual([]);
  expect(
    mileageDrops([at("2026-08-01", 12_345), at("2026-09-01", 12_144)]),
  ).toHaveLength(1);
  expect(
    mileageDrops([at("2026-08-01", 80_801), at("2026-09-01", 80_123)]),
  ).toEqual([]);
});

it("finds no drop between two readings of one day, and one between two days", () => {
  const read = (...mileages: [day: string, mileage: number][]) =>
    mileageDrops(mileages.map(([day, mileage]) => ({ day, mileage })));
  const [first, second] = ["2026-08-01", "2026-09-01"];
  expect(read([first, 95_123], [first, 80_123])).toEqual([]);
  expect(read([first, 80_123], [first, 95_123], [second, 95_123])).toEqual([]);
  expect(
    read([first, 95_123], [second, 80_123], [second, 80_123]),
  ).toHaveLength(1);
});

it("suspects the meter only of a large drop", () => {
  expect(isSeriousDrop({ from: 95_000, to: 80_123 })).toBe(true);
  expect(isSeriousDrop({ from: 81_123, to: 80_123 })).toBe(false);
});
