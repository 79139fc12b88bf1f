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
    const { requests, background, take } = open();
    background.push("import 1", "import 2");
    expect(take()).toBe("import 1");
    requests.push("a", "b", "c", "d");
    time += 20;
    expect(take()).toBe("a");
    time += 30;
    expect(take()).toBe("b");
    time += 29;
    expect(take()).toBe("c");
    time += 1;
    expect(take()).toBe("import 2");
  });

  it("keeps the session free for the next statement of a request for 50 ms", () => {
    const { requests, background, take } = open();
    background.push("import 1", "import 2");
    expect(take()).toBe("import 1");
    time += 100;
    requests.push("a");
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
