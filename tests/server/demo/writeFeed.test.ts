import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { generateAuctionRows, writeFeed } from "../../../server/demo";

let folder = "";

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "seriba-feed-"));
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

async function written(rows: Parameters<typeof writeFeed>[1]) {
  const path = join(folder, "feed.json");
  await writeFeed(path, rows);
  const parsed: unknown = JSON.parse(await readFile(path, "utf8"));
  return parsed;
}

describe("a written feed", () => {
  it("is a JSON array of the rows", async () => {
    const now = new Date("2026-11-20T13:00:00+09:00");
    const rows = [...generateAuctionRows({ seed: "file", now, scale: 0.02 })];
    expect(rows.length).toBeGreaterThan(400);
    expect(await written(rows)).toEqual(rows);
  });

  it("is an empty array when there are no rows", async () => {
    expect(await written([])).toEqual([]);
  });

  it("fails when the file cannot be written", async () => {
    const path = join(folder, "no", "such", "folder.json");
    await expect(writeFeed(path, [])).rejects.toThrow("ENOENT");
  });
});
