import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import {
  lotsOn,
  openDemo,
  pastLotsOn,
  resultsBetween,
  rowsOn,
  saleWindow,
  type Demo,
  type LotRow,
} from "../../../server/demo/saleDay";
import { firstMonday } from "../../../scripts/demo/generate";
import { writeDemo } from "../../../scripts/demo/writeDemo";
import { demoFolder } from "../../../server/demo/demoData";
import { stockOn } from "../../../server/demo/catchUpDemo";
import { readConfig } from "../../../server/platform/config";
import { collect, demoRoot } from "../../support/demoRoot";

let demo: Demo;
beforeAll(async () => {
  demo = openDemo({ root: await demoRoot(), config: readConfig({}) });
});

const japan = (time: string) => new Date(`2026-11-${time}:00+09:00`);
const feedAt = (now: Date, of = demo): Promise<LotRow[]> =>
  collect(rowsOn(of, "cars", { days: saleWindow(now), now }));
const idsOf = (rows: readonly { ID: string }[]) => rows.map(({ ID }) => ID);
const lotIds = async (day: string, of = demo) =>
  (await collect(lotsOn(of, "cars", day))).map(({ row }) => row.ID);

describe("the feed of a day", () => {
  it("keeps each lot as time goes on, but for its result", async () => {
    const rest = (row: LotRow) => ({ ...row, STATUS: "", FINISH: "" });
    const before = await feedAt(japan("20T13:00"));
    const after = await feedAt(japan("21T18:00"));
    expect(after.slice(0, before.length).map(rest)).toEqual(before.map(rest));
    const days = new Set(
      before.map((row) => String(row.AUCTION_DATE).slice(0, 10)),
    );
    for (const day of ["16", "17", "18", "19", "20", "21"])
      expect(days).toContain(`2026-11-${day}`);
  });

  it("has a price only for sold lots, and results only after their time", async () => {
    const now = japan("20T13:00");
    for (const row of await feedAt(now)) {
      const startsAt = Date.parse(
        `${String(row.AUCTION_DATE).replace(" ", "T")}+09:00`,
      );
      const isSold = ["sold", "sold by nego"].includes(row.STATUS);
      expect(Number(row.FINISH) > 0).toBe(isSold);
      if (startsAt > now.getTime()) expect(row.STATUS).toBe("");
      else if (startsAt < now.getTime() - 180_000)
        expect(["", "bidding"]).not.toContain(row.STATUS);
    }
  });

  it("calls a lot ongoing between its time and its result", async () => {
    const [lot] = await collect(lotsOn(demo, "cars", "2026-11-20"));
    const now = new Date((lot?.startsAt ?? 0) + 10_000);
    const row = (await feedAt(now)).find(({ ID }) => ID === lot?.row.ID);
    expect(row).toMatchObject({ STATUS: "bidding", FINISH: "0" });
  });

  it("has a share of the lots of all houses at a smaller scale", async () => {
    const all = await lotIds("2026-11-19");
    const some = await lotIds("2026-11-19", { ...demo, scale: 0.25 });
    expect(some).toHaveLength(Math.floor(all.length / 4));
    expect(all).toEqual(expect.arrayContaining(some));
  });
});

describe("the weeks of the data", () => {
  it("repeat with other ids and serial numbers, before and after their time", async () => {
    const lots = (day: string) => collect(lotsOn(demo, "cars", day));
    const [first, again, before] = await Promise.all(
      ["2026-11-19", "2026-12-03", "2026-11-05"].map(lots),
    );
    const models = (of: typeof first) =>
      of?.map(({ row }) => [row.MODEL_NAME, row.YEAR, row.LOT]);
    expect(models(again)).toEqual(models(first));
    expect(models(before)).toEqual(models(first));
    const ids = [first, again, before].flatMap((of) =>
      (of ?? []).map(({ row }) => row.ID),
    );
    expect(new Set(ids).size).toBe(ids.length);
    const serials = new Set(first?.map(({ row }) => row.SERIAL || null));
    const shared = again?.filter(({ row }) => serials.has(row.SERIAL || null));
    expect(shared?.filter(({ row }) => row.SERIAL)).toEqual([]);
  });

  it("end in past sales, of earlier weeks and of weeks since the data were made", async () => {
    const earlier = await collect(pastLotsOn(demo, "cars", "2026-11-12"));
    const since = await collect(pastLotsOn(demo, "cars", "2026-11-19"));
    const all = await lotIds("2026-11-19");
    expect(earlier.length).toBeGreaterThan(0);
    expect(since).toHaveLength(Math.floor(all.length * 0.2));
    expect(all).toEqual(expect.arrayContaining(since.map(({ row }) => row.ID)));
  });
});

describe("data that are made again in a later week", () => {
  it("have the same lots in the same week", async () => {
    const made = async (today: string) => {
      const folder = mkdtempSync(path.join(tmpdir(), "seriba-demo-"));
      await writeDemo(path.join(folder, demoFolder), {
        seed: "test",
        monday: firstMonday(today),
        scale: 0.002,
        pastWeeks: 1,
      });
      const rebuilt = openDemo({ root: folder, config: readConfig({}) });
      const lots = await collect(lotsOn(rebuilt, "cars", "2026-11-26"));
      rmSync(folder, { recursive: true });
      return lots;
    };
    const before = await made("2026-11-18");
    expect(before.length).toBeGreaterThan(0);
    expect(await made("2026-11-26")).toEqual(before);
  });

  it.each([
    ["2026-11-22", "2026-11-09"],
    ["2026-11-23", "2026-11-23"],
    ["2026-12-06", "2026-11-23"],
  ])("begin for %s with %s", (today, monday) => {
    expect(firstMonday(today)).toBe(monday);
  });
});

describe("the results of a time span", () => {
  const changesBetween = async (from: Date, to: Date) => {
    const before = new Map(
      (await feedAt(from)).map((row) => [row.ID, row.STATUS]),
    );
    return (await feedAt(to)).filter(
      ({ ID, STATUS }) => before.has(ID) && before.get(ID) !== STATUS,
    );
  };

  it.each([
    ["an hour", "20T10:00", "20T11:00"],
    ["a night", "17T18:00", "18T10:30"],
  ])(
    "are what differs between two full feeds over %s",
    async (_, start, end) => {
      const [from, to] = [japan(start), japan(end)];
      const results = await collect(resultsBetween(demo, "cars", { from, to }));
      expect(results).toEqual(await changesBetween(from, to));
      expect(results.length).toBeGreaterThan(0);
    },
  );

  it("are empty while there is no sale", async () => {
    const span = { from: japan("22T09:00"), to: japan("22T20:00") };
    expect(await collect(resultsBetween(demo, "cars", span))).toEqual([]);
  });
});

describe("the demo's stock", () => {
  const stock = (day: string) => collect(stockOn(demo, japan(`${day}T12:00`)));

  it("has available, reserved and sold cars of the company and of partners", async () => {
    const cars = await stock("18");
    expect(cars).toHaveLength(40);
    expect(new Set(cars.map(({ SUPPLY }) => SUPPLY))).toEqual(
      new Set(["own", "partner"]),
    );
    for (const { STATUS, AVAILABLE_FROM, PRICE } of cars) {
      expect(["available", "reserved", "sold"]).toContain(STATUS);
      expect(String(AVAILABLE_FROM) < "2026-11-19").toBe(true);
      expect(Number(PRICE) % 10_000).toBe(0);
    }
  });

  it("keeps a car on the next day, unless its place has another", async () => {
    const [today, tomorrow] = await Promise.all(["18", "19"].map(stock));
    const ids = idsOf((tomorrow ?? []) as { ID: string }[]);
    const kept = today?.filter(({ ID }) => ids.includes(String(ID)));
    expect(kept?.length).toBeGreaterThan(34);
  });
});
