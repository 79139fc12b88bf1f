import {
  afterAll,
  afterEach,
  beforeEach,
  describe,
  expect,
  it,
  vi,
} from "vitest";
import {
  keepAnswers,
  keptBounds,
  readKept,
} from "../../../../src/providers/offline/keptAnswers";
import { forgetPersonal, ownStorage } from "../../../../src/providers/storage";
import { fakeDatabase } from "./fakeDatabase";

const now = Date.parse("2026-11-22T05:00:00Z");
const answer = (name: string, readAt = now, value: unknown = { name }) => ({
  name,
  readAt,
  value,
});
const namesOf = async (userId: string, at = now) =>
  (await readKept(userId, at)).map(({ name }) => name);

beforeEach(() => {
  fakeDatabase();
  localStorage.clear();
});
afterEach(() => {
  localStorage.clear();
});
afterAll(() => {
  vi.unstubAllGlobals();
});

describe("answers that are kept for a time without a connection", () => {
  it("are read again with their time, the newest first", async () => {
    await keepAnswers("1", [answer("old", now - 1_000), answer("new")], now);
    await keepAnswers("1", [answer("old", now + 1, { changed: true })], now);
    expect(await readKept("1", now)).toEqual([
      answer("old", now + 1, { changed: true }),
      answer("new"),
    ]);
  });

  it("belong to one user, and go when another user reads something", async () => {
    await keepAnswers("1", [answer("list")], now);
    expect(await namesOf("12")).toEqual([]);
    await keepAnswers("12", [answer("own")], now);
    expect(await namesOf("1")).toEqual([]);
    expect(await namesOf("12")).toEqual(["own"]);
  });

  it("are removed at the sign-out", async () => {
    await keepAnswers("1", [answer("list")], now);
    forgetPersonal();
    expect(await namesOf("1")).toEqual([]);
  });

  it("are removed when another user signs in", async () => {
    ownStorage("1");
    await keepAnswers("1", [answer("list")], now);
    ownStorage("1");
    expect(await namesOf("1")).toEqual(["list"]);
    ownStorage("2");
    expect(await namesOf("1")).toEqual([]);
  });

  it("are not shown after a week, and are removed by the next one", async () => {
    const later = now + keptBounds.ageMs + 1;
    await keepAnswers("1", [answer("list")], now);
    expect(await namesOf("1", now + keptBounds.ageMs)).toEqual(["list"]);
    expect(await namesOf("1", later)).toEqual([]);
    await keepAnswers("1", [answer("next", later)], later);
    expect(await namesOf("1", now)).toEqual(["next"]);
  });

  it("make room for newer ones beyond their number", async () => {
    const many = Array.from({ length: keptBounds.answers }, (_, index) =>
      answer(`list ${index}`, now + index),
    );
    await keepAnswers("1", many, now);
    await keepAnswers("1", [answer("next", now + many.length)], now);
    const names = await namesOf("1");
    expect(names).toHaveLength(keptBounds.answers);
    expect(names[0]).toBe("next");
    expect(names).not.toContain("list 0");
    expect(names).toContain("list 1");
  });

  it("make room for newer ones beyond their size", async () => {
    const half = "x".repeat(keptBounds.size / 2 - 10);
    await keepAnswers(
      "1",
      [answer("a", now, half), answer("b", now + 1, half)],
      now,
    );
    expect(await namesOf("1")).toEqual(["b", "a"]);
    await keepAnswers("1", [answer("c", now + 2, half)], now);
    expect(await namesOf("1")).toEqual(["c", "b"]);
  });
});
