import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { paced } from "../../../../server/workspace/export/sendExport";

const limits = { leastRate: 1_000, graceMs: 5_000, totalMs: 60_000 };

/** Chunks of 1,000 characters; each takes `delayMs` to produce. */
async function* chunks(count: number, delayMs = 0) {
  for (let index = 0; index < count; index += 1) {
    if (delayMs > 0) await vi.advanceTimersByTimeAsync(delayMs);
    yield "x".repeat(1_000);
  }
}

describe("the pace of an export", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** Takes each chunk after `waitMs`; returns the chunks before giving up. */
  async function read(
    source: AsyncGenerator<string>,
    waitMs: number,
  ): Promise<number | "whole"> {
    const reader = { isCut: false };
    let taken = 0;
    const bytes = paced(source, limits, () => {
      reader.isCut = true;
    });
    for await (const _chunk of bytes) {
      await vi.advanceTimersByTimeAsync(waitMs);
      if (reader.isCut) return taken;
      taken += 1;
    }
    const isWhole = !reader.isCut;
    // A timer that outlives the export would still give up its reader.
    await vi.advanceTimersByTimeAsync(limits.totalMs);
    expect(reader.isCut).toBe(!isWhole);
    return isWhole ? "whole" : taken;
  }

  it("waits for a reader at the least rate", async () => {
    expect(await read(chunks(50), 1_000)).toBe("whole");
  });

  it("gives up a reader that stops", async () => {
    expect(await read(chunks(50), 5_001)).toBe(0);
  });

  it("gives up a reader below the least rate after the grace", async () => {
    expect(await read(chunks(50), 2_000)).toBe(3);
  });

  it("does not blame the reader for a slow source", async () => {
    expect(await read(chunks(10, 4_000), 0)).toBe("whole");
  });

  it("ends after the total time", async () => {
    expect(await read(chunks(100), 1_000)).toBe(59);
  });
});
