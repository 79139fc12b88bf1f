import { describe, expect, it } from "vitest";
import { generations, models } from "../../../scripts/demo/facts";
import { demoDays } from "../../../scripts/demo/generate";
import { photoFile, photoKeys } from "../../../scripts/demo/photoNames";
import { lotOutcomes, type DemoLot } from "../../../server/demo/demoData";

const options = { seed: "test", monday: "2026-11-16", scale: 0.1 };
const days = [...demoDays(options)].filter(({ kind }) => kind === "cars");
const lotsOf = (isPart: (week: number) => boolean) =>
  days.filter(({ week }) => isPart(week)).flatMap(({ lots }) => lots);

type Row = Readonly<Record<string, string>>;
const rowOf = ({ row }: DemoLot) => row as Row & { ID: string };
const coming = lotsOf((week) => week >= 0);
const past = lotsOf((week) => week < 0);
const rows = coming.map(rowOf);
const share = (part: (row: Row) => boolean) =>
  rows.filter(part).length / rows.length;

describe("the demo's cars", () => {
  it("have two weeks of full size, and half a year with a fifth of it", () => {
    expect(coming.length).toBeGreaterThan(2 * 2_000);
    expect(coming.length).toBeLessThan(2 * 2_700);
    const ofWeek = past.length / 26 / (coming.length / 2);
    expect(ofWeek).toBeGreaterThan(0.17);
    expect(ofWeek).toBeLessThan(0.23);
    expect(new Set(days.map(({ week }) => week)).size).toBe(28);
  });

  it("are the same for the same seed and others for another", () => {
    const first = (seed: string) => {
      for (const { lots } of demoDays({ ...options, seed })) return lots;
      return [];
    };
    expect(first("test")).toEqual(days[0]?.lots);
    expect(first("other")).not.toEqual(days[0]?.lots);
  });

  it("were sometimes not sold before, a few with a higher mileage", () => {
    const chassisOf = (row: Row) => `${row.KUZOV}-${row.SERIAL}`;
    const seen = new Map(
      past
        .map(rowOf)
        .filter(({ SERIAL }) => SERIAL)
        .map((row) => [chassisOf(row), row]),
    );
    const again = rows.flatMap((row) => {
      const before = seen.get(chassisOf(row));
      return before ? [{ row, before }] : [];
    });
    expect(again.length).toBeGreaterThan(5);
    const setBack = again.filter(
      ({ row, before }) => Number(row.MILEAGE) < Number(before.MILEAGE) * 0.9,
    );
    expect(setBack.length).toBeGreaterThan(0);
    expect(setBack.length).toBeLessThan(again.length / 2);
  });

  it("are written as texts, with ids and lot numbers of their own", () => {
    for (const row of rows)
      expect(
        Object.values(row).every((value) => typeof value === "string"),
      ).toBe(true);
    for (const kind of ["cars", "bikes"] as const)
      for (const week of [-3, 0, 1]) {
        const lots = [...demoDays({ ...options, scale: 0.02 })]
          .filter((day) => day.kind === kind && day.week === week)
          .flatMap(({ lots: ofDay, weekday }) =>
            ofDay.map((lot) => ({ ...lot, weekday })),
          );
        const numbers = lots.map(({ row, weekday }) =>
          [weekday, row.AUCTION, row.LOT ?? row.LOT_NUM].join(),
        );
        expect(new Set(lots.map(({ row }) => row.ID)).size).toBe(lots.length);
        expect(new Set(numbers).size).toBe(lots.length);
      }
  });

  it("end in the shares of the trade, never below their start price", () => {
    const shareOf = (outcome: string) =>
      coming.filter((lot) => lot.outcome === outcome).length / coming.length;
    expect(shareOf(lotOutcomes.sold)).toBeGreaterThan(0.58);
    expect(shareOf(lotOutcomes.sold)).toBeLessThan(0.75);
    expect(shareOf(lotOutcomes.negotiated)).toBeGreaterThan(0.005);
    expect(shareOf(lotOutcomes.removed)).toBeGreaterThan(0.005);
    expect(shareOf(lotOutcomes.cancelled)).toBeLessThan(0.01);
    for (const { highestBid, row } of coming)
      expect(highestBid).toBeGreaterThanOrEqual(Number(row.START));
  });

  const modelByName = new Map(
    models.map((model) => [`${model.maker} ${model.name}`, model]),
  );

  const idOf = (row: Row) =>
    modelByName.get(`${row.MARKA_NAME} ${row.MODEL_NAME}`)?.id;

  it("have chassis, trim, engine and year of their model", () => {
    for (const row of rows) {
      const model = modelByName.get(`${row.MARKA_NAME} ${row.MODEL_NAME}`);
      expect(model?.chassis).toContain(row.KUZOV);
      expect(model?.grades).toContain(row.GRADE);
      expect(model?.cc).toContain(Number(row.ENG_V));
      expect(model?.transmissions).toContain(row.KPP);
      expect(Number(row.YEAR)).toBeGreaterThanOrEqual(model?.yearFrom ?? 9999);
      expect(Number(row.YEAR)).toBeLessThanOrEqual(2026);
    }
  });

  it("have a chassis of the generation sold in their year", () => {
    const known = rows.flatMap((row) => {
      const year = Number(row.YEAR);
      const generation = generations.find(
        ({ model, from, to }) =>
          model === idOf(row) && year >= from && year <= to,
      );
      return generation ? [{ row, generation }] : [];
    });
    expect(known.length).toBeGreaterThan(rows.length / 20);
    for (const { row, generation } of known) {
      expect(generation.chassis).toContain(row.KUZOV);
    }
  });

  it("burn nothing when electric, and nothing else is", () => {
    for (const row of rows) {
      expect(row.TIME === "E").toBe(Number(row.ENG_V) === 0);
    }
  });

  it("keep the mileage bounds of the grades", () => {
    const worst = (grade: string) =>
      Math.max(
        0,
        ...rows
          .filter((row) => row.RATE === grade)
          .map((row) => Number(row.MILEAGE)),
      );
    expect(worst("S")).toBeLessThan(10_000);
    expect(worst("6")).toBeLessThan(30_000);
    expect(worst("5")).toBeLessThan(60_000);
    expect(worst("4.5")).toBeLessThan(100_000);
  });

  it("hide the mileage of about one in a hundred", () => {
    const unknown = share((row) => row.MILEAGE === "0");
    expect(unknown).toBeGreaterThan(0.003);
    expect(unknown).toBeLessThan(0.02);
  });

  it("have five to eight different photos that are drawn, the front first", () => {
    const drawn = new Set(photoKeys().map(photoFile));
    for (const row of rows) {
      const names = (row.IMAGES ?? "")
        .split("#")
        .map((address) => address.replace("/api/photos/", ""));
      expect(names.filter((name) => !drawn.has(name))).toEqual([]);
      expect(names[0]).toMatch(/-front\.svg$/);
      expect(names.length).toBeGreaterThanOrEqual(5);
      expect(names.length).toBeLessThanOrEqual(8);
      expect(new Set(names).size).toBe(names.length);
    }
  });

  it("have three photos in the past", () => {
    for (const lot of past)
      expect(rowOf(lot).IMAGES?.split("#")).toHaveLength(3);
  });
});
