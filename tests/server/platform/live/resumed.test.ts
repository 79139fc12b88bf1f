import { describe, expect, it } from "vitest";
import { findBuried } from "../../../../server/platform/changes";
import type { LiveTopic } from "../../../../server/platform/live";
import { testDatabase } from "../../../support/database";
import { eventually, until } from "../../../support/eventually";
import type { LiveReader } from "../../../support/liveReader";
import { hasPostgres } from "../../../support/postgres";
import { bury, takeAndWait } from "../changes/support";
import { serveLive } from "./support";

/** News of the ids of buried lots. Reads end only after `letRead` while they are held. */
async function serveBuried(elapsed?: () => number) {
  const database = await testDatabase();
  const held: (() => void)[] = [];
  const state = { isHeld: false, held };
  const topic: LiveTopic = {
    reads: { lots: [] },
    read: async (range) => {
      const found = await findBuried(database.kysely, "lots", range);
      if (state.isHeld)
        await new Promise<void>((resolve) => held.push(resolve));
      const types = found.map(({ id }) => id);
      return { byRights: () => [{ name: "saved", data: { types } }] };
    },
  };
  return { database, state, ...(await serveLive(database, topic, elapsed)) };
}

const buriedIn = (reader: LiveReader): string[] =>
  reader.of("saved").flatMap((data) => (data as { types: string[] }).types);

describe.skipIf(!hasPostgres)("a live stream", () => {
  it("has the changes of a skipped writer that commits while its reader resumes", async () => {
    let time = 0;
    const { database, state, open, changes } = await serveBuried(() => time);
    const first = await open();
    await bury(database, "4");
    await until(() => first.lastId() !== undefined && buriedIn(first).length);
    const resumed = BigInt(first.lastId() ?? "");
    const slow = await takeAndWait(database, "1");
    await bury(database, "2");
    await until(() => changes.states().some(({ last }) => last > slow.taken));
    time = 10_001;
    await until(() => buriedIn(first).includes("2"));
    // A reader that leaves now resumes before the slow writer, also on another server.
    expect(Number(first.lastId())).toBeLessThan(Number(slow.taken));
    state.isHeld = true;
    const opening = open(resumed);
    await until(() => state.held.length === 1);
    state.isHeld = false;
    await slow.commit();
    await until(() => buriedIn(first).includes("1"));
    for (const letRead of state.held) letRead();
    const second = await opening;
    await bury(database, "3");
    await until(() => buriedIn(second).includes("3"));
    expect(new Set(buriedIn(second))).toEqual(new Set(["1", "2", "3"]));
    await eventually(() => {
      expect(Number(first.lastId())).toBeGreaterThan(Number(slow.taken));
    });
  });

  it("is refused if it cannot begin in time, and no longer counts for its user", async () => {
    const { database, options, open } = await serveBuried(() => 0);
    const writer = await takeAndWait(database);
    options.openingMs = 1;
    for (let count = 0; count < 21; count += 1)
      expect((await open()).status).toBe(503);
    options.openingMs = 600_000;
    const opening = open();
    await writer.commit();
    expect((await opening).status).toBe(200);
  });
});
