import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createSchedule } from "../../../../../server/platform/database/embedded/schedule";

describe("the schedule of the embedded database", () => {
  let time = 0;
  const wake = vi.fn<() => void>();
  const open = () => createSchedule<string>(wake, () => time);
  beforeEach(() => {
    vi.useFakeTimers();
    wake.mockClear();
    time = 1_000;
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("gives background work all of the time while there are no requests", () => {
    const { background, take } = open();
    background.push("first", "second");
    expect(take()).toBe("first");
    time += 100;
    expect(take()).toBe("second");
    time += 100;
    expect(take()).toBeUndefined();
  });

  it("lets background work rest three times as long as it took while requests wait", () => {
    const { reads, background, take } = open();
    background.push("import 1", "import 2");
    expect(take()).toBe("import 1");
    reads.push("a", "b", "c", "d");
    time += 20;
    expect(take()).toBe("a");
    time += 30;
    expect(take()).toBe("b");
    time += 29;
    expect(take()).toBe("c");
    time += 1;
    expect(take()).toBe("import 2");
  });

  it("takes writes first, and after three of them a read that waits", () => {
    const { writes, reads, take } = open();
    reads.push("read 1", "read 2");
    writes.push("a", "b", "c", "d", "e");
    const taken = Array.from({ length: 7 }, take);
    expect(taken).toEqual(["a", "b", "c", "read 1", "d", "e", "read 2"]);
  });

  it("counts three writes again after each read", () => {
    const { writes, reads, take } = open();
    writes.push("a", "b");
    expect([take(), take()]).toEqual(["a", "b"]);
    reads.push("read 1");
    expect(take()).toBe("read 1");
    reads.push("read 2");
    writes.push("c", "d", "e", "f");
    const taken = Array.from({ length: 5 }, take);
    expect(taken).toEqual(["c", "d", "e", "read 2", "f"]);
  });

  it("keeps the session free for the next statement of a request for 50 ms", () => {
    const { reads, background, take } = open();
    background.push("import 1", "import 2");
    expect(take()).toBe("import 1");
    time += 100;
    reads.push("a");
    expect(take()).toBe("a");
    time += 5;
    expect(take()).toBeUndefined();
    vi.advanceTimersByTime(49);
    expect(wake).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(wake).toHaveBeenCalledOnce();
    time += 50;
    expect(take()).toBe("import 2");
  });
});
