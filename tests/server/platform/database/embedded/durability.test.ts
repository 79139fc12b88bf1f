import { PGlite } from "@electric-sql/pglite";
import fs from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { openPglite } from "../../../../../server/platform/database/embedded/openPglite";
import { newDataDirectory } from "../../../../support/database";

const commits = 20;

/** Returns the number of fsync calls during twenty commits. */
async function countSyncs(pglite: PGlite): Promise<number> {
  await pglite.exec("create table entries (n integer)");
  const sync = vi.spyOn(fs, "fsyncSync");
  for (let n = 0; n < commits; n += 1) {
    await pglite.query("insert into entries values ($1)", [String(n)]);
  }
  const calls = sync.mock.calls.length;
  sync.mockRestore();
  await pglite.close();
  return calls;
}

describe("a commit of the embedded database", () => {
  let directory: string;
  beforeEach(async () => {
    const dataDirectory = await newDataDirectory();
    directory = join(dataDirectory, "database");
    return () => {
      fs.rmSync(dataDirectory, { recursive: true });
    };
  });

  it("is synced to the disk before it is acknowledged", async () => {
    const pglite = await openPglite({ directory }, () => undefined);
    expect(await countSyncs(pglite)).toBeGreaterThanOrEqual(commits);
  });

  it("is not synced by PGlite's own file system", async () => {
    const pglite = await PGlite.create(directory);
    expect(await countSyncs(pglite)).toBe(0);
  });
});
