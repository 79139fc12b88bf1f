import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { importFeed } from "../../../server/feed";
import type { Database } from "../../../server/platform/database";
import { testDatabase } from "../../support/database";
import { ajesRow, importContext } from "./support";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

function heapMegabytes(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed / 1_000_000;
}

/** Yields a feed with this number of rows; each hundredth is invalid. */
async function* feed(rows: number): AsyncGenerator<Uint8Array> {
  yield Buffer.from("[");
  for (let index = 0; index < rows; index += 1) {
    const row = ajesRow({
      ID: `k${index % 2000}`,
      YEAR: index % 100 === 0 ? "?" : "2018",
    });
    yield Buffer.from(`${index > 0 ? "," : ""}${JSON.stringify(row)}`);
  }
  yield Buffer.from("]");
}

let database: Database;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

it("uses no more memory at the end of 25,000 rows than at their beginning", async () => {
  const samples: number[] = [];
  const result = await importFeed({
    context: await importContext(database),
    feed: "ajes",
    area: "auction",
    input: feed(25_000),
    onProgress: ({ read }) => {
      if (read % 5_000 === 0) samples.push(heapMegabytes());
    },
  });
  expect(result).toMatchObject({ read: 25_000, rejected: 250 });
  expect(samples).toHaveLength(5);
  const atBeginning = Math.min(...samples.slice(0, 2));
  const atEnd = Math.min(...samples.slice(-2));
  expect(atEnd - atBeginning).toBeLessThan(5);
});
