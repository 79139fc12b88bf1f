import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { findRunningImports } from "../../../server/catalog/runningImports";
import {
  importRows,
  type ImportContext,
} from "../../../server/feed/importRows";
import type { Database } from "../../../server/platform/database";
import { testDatabase } from "../../support/database";
import { ajesRow, importContext } from "./support";

let database: Database;
let context: ImportContext;
/** Milliseconds between two looks at the clock. */
let step: number;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.kysely.deleteFrom("lots").execute();
  const base = await importContext(database);
  let time = base.clock.now().getTime();
  step = 2_000;
  context = {
    ...base,
    clock: { now: () => new Date((time += step)) },
  };
});

const running = async () => [...(await findRunningImports(context))];

/** Yields rows and then waits for `look`, in the middle of the import. */
async function* feed(prefix: string, look: () => Promise<void>) {
  for (let row = 0; row < 1_000; row += 1) {
    if (row === 900) await look();
    yield await Promise.resolve(
      ajesRow({ ID: `${prefix}${row}`, LOT: String(row + 1) }),
    );
  }
}

async function seenDuringImport(prefix = "k") {
  let seen: unknown[] = ["no row was read"];
  const rows = feed(prefix, async () => {
    seen = await running();
  });
  await importRows({ context, feed: "ajes", area: "stats", rows });
  return seen;
}

describe("a running import", () => {
  it("is known with the lots that it has added so far, until it ends", async () => {
    expect(await seenDuringImport()).toEqual([["stats", 800]]);
    expect(await running()).toEqual([]);
  });

  it("is not announced while it adds no lots", async () => {
    await seenDuringImport();
    expect(await seenDuringImport()).toEqual([]);
  });

  it("is not announced in its first two seconds", async () => {
    step = 1;
    expect(await seenDuringImport()).toEqual([]);
  });

  it("is forgotten after it failed", async () => {
    const rows = feed("k", () => Promise.reject(new Error("The feed broke")));
    await expect(
      importRows({ context, feed: "ajes", area: "stats", rows }),
    ).rejects.toThrow();
    expect(await running()).toEqual([]);
  });

  it("is forgotten a minute after its process has died", async () => {
    let seen: unknown[] = [];
    const rows = feed("k", async () => {
      step = 61_000;
      seen = await running();
    });
    await importRows({ context, feed: "ajes", area: "stats", rows });
    expect(seen).toEqual([]);
  });
});
