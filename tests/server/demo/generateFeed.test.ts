import { describe, expect, it } from "vitest";
import { startOfJapanDay } from "../../../domain/japanTime";
import { generations, models } from "../../../server/demo/facts";
import type { AjesRow } from "../../../server/demo";
import { feedStatuses, generateAuctionRows } from "../../../server/demo";
import { photoFile, photoKeys } from "../../../server/demo/photoNames";

const seed = "test";
const friday = new Date("2026-11-20T13:00:00+09:00");
const rows = [...generateAuctionRows({ seed, now: friday, scale: 0.1 })];

const toNumber = (text: string) => Number(text.replaceAll(",", ""));
const share = (part: (row: AjesRow) => boolean, of: AjesRow[] = rows) =>
  of.filter(part).length / of.length;
const startOf = (row: AjesRow) =>
  Date.parse(`${row.AUCTION_DATE.replace(" ", "T")}+09:00`);
const withoutResult = (row: AjesRow) => ({ ...row, STATUS: "", FINISH: "" });

describe("the demo feed", () => {
  it("has about 30,000 lots at scale 1, made in seconds", () => {
    let count = 0;
    for (const row of generateAuctionRows({ seed, now: friday })) {
      count += row.ID ? 1 : 0;
    }
    expect(count).toBeGreaterThan(22_000);
    expect(count).toBeLessThan(45_000);
  });

  it("is the same for the same seed and another for another", () => {
    const again = [...generateAuctionRows({ seed, now: friday, scale: 0.1 })];
    const other = [
      ...generateAuctionRows({ seed: "other", now: friday, scale: 0.1 }),
    ];
    expect(again).toEqual(rows);
    expect(other.slice(0, 50)).not.toEqual(rows.slice(0, 50));
  });

  it("has cars that were not sold before, some with a lower mileage now", () => {
    const past = ["2026-10-26", "2026-11-02", "2026-11-09"].flatMap(
      (monday) => [
        ...generateAuctionRows({
          seed,
          now: startOfJapanDay(monday),
          scale: 0.033,
        }),
      ],
    );
    const chassisOf = (row: AjesRow) => `${row.KUZOV}-${row.SERIAL}`;
    const seen = new Map(
      past.filter(({ SERIAL }) => SERIAL).map((row) => [chassisOf(row), row]),
    );
    const again = rows.flatMap((row) => {
      const before = seen.get(chassisOf(row));
      return before ? [{ row, before }] : [];
    });
    expect(again.length).toBeGreaterThan(5);
    const setBack = again.filter(
      ({ row, before }) => toNumber(row.MILEAGE) < toNumber(before.MILEAGE),
    );
    expect(setBack.length).toBeGreaterThan(0);
    expect(setBack.length).toBeLessThan(again.length / 2);
  });

  it("keeps each lot as time goes on, but for its result", () => {
    const later = new Date("2026-11-21T18:00:00+09:00");
    const laterById = new Map(
      [...generateAuctionRows({ seed, now: later, scale: 0.1 })].map((row) => [
        row.ID,
        row,
      ]),
    );
    const kept = rows.filter((row) => laterById.has(row.ID));
    expect(kept).toHaveLength(rows.length);
    for (const row of kept) {
      const next = laterById.get(row.ID);
      expect(next && withoutResult(next)).toEqual(withoutResult(row));
    }
  });

  it("writes every value as a text, ids and lot numbers once", () => {
    for (const row of rows) {
      expect(
        Object.values(row).every((value) => typeof value === "string"),
      ).toBe(true);
    }
    const sales = rows.map((row) =>
      [row.AUCTION, row.AUCTION_DATE.slice(0, 10), row.LOT].join(),
    );
    expect(new Set(rows.map((row) => row.ID)).size).toBe(rows.length);
    expect(new Set(sales).size).toBe(rows.length);
  });

  it("has lots on every day from Monday to Saturday", () => {
    const days = new Set(rows.map((row) => row.AUCTION_DATE.slice(0, 10)));
    for (const day of ["16", "17", "18", "19", "20", "21"]) {
      expect(days).toContain(`2026-11-${day}`);
    }
  });
});

describe("the states of its lots", () => {
  const past = rows.filter((row) => startOf(row) < friday.getTime() - 180_000);

  it("are upcoming before a lot's time and known three minutes after", () => {
    const coming = rows.filter((row) => startOf(row) > friday.getTime());
    expect(coming.every((row) => row.STATUS === feedStatuses.upcoming)).toBe(
      true,
    );
    expect(
      past.some(
        (row) =>
          row.STATUS === feedStatuses.upcoming ||
          row.STATUS === feedStatuses.ongoing,
      ),
    ).toBe(false);
    expect(coming.length).toBeGreaterThan(500);
  });

  it("say bidding between a lot's time and its result", () => {
    const [firstOfFriday] = rows.filter((row) =>
      row.AUCTION_DATE.startsWith("2026-11-20"),
    );
    expect(firstOfFriday).toBeDefined();
    const now = new Date(firstOfFriday ? startOf(firstOfFriday) + 10_000 : 0);
    const then = [...generateAuctionRows({ seed, now, scale: 0.1 })];
    const row = then.find(({ ID }) => ID === firstOfFriday?.ID);
    expect(row?.STATUS).toBe(feedStatuses.ongoing);
    expect(row?.FINISH).toBe("0");
  });

  it("come in the shares of the trade", () => {
    const isStatus = (status: string) => (row: AjesRow) =>
      row.STATUS === status;
    expect(share(isStatus(feedStatuses.sold), past)).toBeGreaterThan(0.58);
    expect(share(isStatus(feedStatuses.sold), past)).toBeLessThan(0.75);
    expect(share(isStatus(feedStatuses.negotiated), past)).toBeGreaterThan(
      0.005,
    );
    expect(share(isStatus(feedStatuses.removed), past)).toBeGreaterThan(0.005);
    expect(share(isStatus(feedStatuses.cancelled), past)).toBeLessThan(0.01);
  });

  it("carry a hammer price only when sold, never under the start", () => {
    const soldWords: string[] = [feedStatuses.sold, feedStatuses.negotiated];
    for (const row of rows) {
      const isSold = soldWords.includes(row.STATUS);
      expect(toNumber(row.FINISH) > 0).toBe(isSold);
      if (isSold) {
        expect(toNumber(row.FINISH)).toBeGreaterThanOrEqual(
          toNumber(row.START),
        );
      }
    }
  });
});

describe("the cars", () => {
  const modelById = new Map(models.map((model) => [String(model.id), model]));

  it("have chassis, trim, engine and year of their model", () => {
    for (const row of rows) {
      const model = modelById.get(row.MODEL_ID);
      expect(model?.name).toBe(row.MODEL_NAME);
      expect(model?.maker).toBe(row.MARKA_NAME);
      expect(model?.chassis).toContain(row.KUZOV);
      expect(model?.grades).toContain(row.GRADE);
      expect(model?.cc).toContain(toNumber(row.ENG_V));
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
          String(model) === row.MODEL_ID && year >= from && year <= to,
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
      expect(row.TIME === "E").toBe(toNumber(row.ENG_V) === 0);
    }
  });

  it("keep the mileage bounds of the grades", () => {
    const worst = (grade: string) =>
      Math.max(
        0,
        ...rows
          .filter((row) => row.RATE === grade)
          .map((row) => toNumber(row.MILEAGE)),
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
      const names = row.IMAGES.split("#").map((address) =>
        address.replace("/api/photos/", ""),
      );
      expect(names.filter((name) => !drawn.has(name))).toEqual([]);
      expect(names[0]).toMatch(/-front\.svg$/);
      expect(names.length).toBeGreaterThanOrEqual(5);
      expect(names.length).toBeLessThanOrEqual(8);
      expect(new Set(names).size).toBe(names.length);
    }
  });
});
