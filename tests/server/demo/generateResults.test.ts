import { describe, expect, it } from "vitest";
import { generateAuctionRows, generateResults } from "../../../server/demo";

const seed = "test";
const scale = 0.1;

function changesBetween(from: Date, to: Date) {
  const before = new Map(
    [...generateAuctionRows({ seed, now: from, scale })].map((row) => [
      row.ID,
      row,
    ]),
  );
  return [...generateAuctionRows({ seed, now: to, scale })].filter((row) => {
    const old = before.get(row.ID);
    return old && (old.STATUS !== row.STATUS || old.FINISH !== row.FINISH);
  });
}

describe("the results of a time span", () => {
  it.each([
    ["a minute", "2026-11-19T11:00:00+09:00", "2026-11-19T11:01:00+09:00"],
    ["an hour", "2026-11-20T10:00:00+09:00", "2026-11-20T11:00:00+09:00"],
    ["a night", "2026-11-17T18:00:00+09:00", "2026-11-18T10:30:00+09:00"],
  ])("are what differs between two full feeds over %s", (_, start, end) => {
    const [from, to] = [new Date(start), new Date(end)];
    const results = [...generateResults({ seed, from, to, scale })];
    expect(results).toEqual(changesBetween(from, to));
    expect(results.length).toBeGreaterThan(0);
  });

  it("are empty while there is no sale", () => {
    const from = new Date("2026-11-22T09:00:00+09:00");
    const to = new Date("2026-11-22T20:00:00+09:00");
    expect([...generateResults({ seed, from, to, scale })]).toEqual([]);
  });
});
