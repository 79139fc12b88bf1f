import { sql } from "kysely";
import { expect, it } from "vitest";
import type { LiveTopic } from "../../../../server/platform/live";
import { testDatabase } from "../../../support/database";
import { until } from "../../../support/eventually";
import type { LiveReader } from "../../../support/liveReader";
import { serveLive } from "./support";

const database = await testDatabase();
await sql`select setval('change_seq', 1000)`.execute(database.kysely);

let running = 0;
let mostRunning = 0;
let read = 0;
/** The first change number of each range that was read, in order. */
const ranges: bigint[] = [];
let letRead: () => void = () => undefined;
const isReadable = new Promise<void>((resolve) => {
  letRead = resolve;
});
/** Reads only after `letRead`, and counts the reads that run at once. */
const slowTopic: LiveTopic = {
  reads: {},
  read: async ({ after }) => {
    ranges.push(after);
    running += 1;
    mostRunning = Math.max(mostRunning, running);
    await isReadable;
    running -= 1;
    read += 1;
    return {};
  },
};

const { calls, open } = await serveLive(database, slowTopic);

it("counts the streams of a user while they read what they missed, one after another", async () => {
  const opening: Promise<LiveReader>[] = [];
  for (let after = 1n; after <= 20n; after += 1n) opening.push(open(after));
  await until(() => calls.arrived === 20 && running > 0);
  expect((await open(21n)).status).toBe(429);
  // The ids of both users have the same remainder, by which users share a lane.
  const other = open(500n, { user: "11" });
  await until(() => calls.arrived === 22);
  letRead();
  (await other).cut();
  expect(ranges.indexOf(500n)).toBe(1);
  const readers = await Promise.all(opening);
  expect(readers.map(({ status }) => status)).toEqual(readers.map(() => 200));
  expect({ mostRunning, read }).toEqual({ mostRunning: 1, read: 21 });
  for (const reader of readers) reader.cut();
  await until(() => calls.ended === 22);
  expect((await open(22n)).status).toBe(200);
});
