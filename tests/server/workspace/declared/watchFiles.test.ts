import {
  readFileSync,
  renameSync,
  rmSync,
  watch,
  writeFileSync,
  type FSWatcher,
} from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { watchFiles } from "../../../../server/workspace/declared/watchFiles";
import { declaredCopy } from "../../../support/declaredCopy";
import { eventually } from "../../../support/eventually";

const copy = declaredCopy();
const cars = path.join(copy.root, "resources/car-auction.json");

describe("watched declarations", () => {
  const onChange = vi.fn();
  const onError = vi.fn();
  let stop: () => void;

  beforeEach(() => {
    stop = watchFiles({ root: copy.root, onChange, onError });
  });

  afterEach(() => {
    stop();
    expect(onError).not.toHaveBeenCalled();
  });

  const called = async (change: () => void) => {
    onChange.mockClear();
    change();
    await eventually(() => {
      expect(onChange).toHaveBeenCalled();
    });
  };
  /** Waits until no more calls follow from earlier changes. */
  const quiet = async () => {
    let before = -1;
    await eventually(
      () => {
        const last = before;
        before = onChange.mock.calls.length;
        expect(before).toBe(last);
      },
      { interval: 500 },
    );
  };
  const write = () => {
    writeFileSync(cars, readFileSync(cars));
  };

  it("cause a call when a file is written or replaced by an editor", async () => {
    await called(write);
    await called(() => {
      writeFileSync(`${cars}~`, readFileSync(cars));
      renameSync(`${cars}~`, cars);
    });
  });

  it("are still watched after their folders were removed and restored", async () => {
    await called(() => {
      rmSync(path.join(copy.root, "resources"), { recursive: true });
    });
    await called(() => {
      copy.restore();
    });
    await quiet();
    await called(write);
  });

  it("cause a call although they are written without a pause", async () => {
    const writing = setInterval(write, 20);
    try {
      await called(write);
    } finally {
      clearInterval(writing);
    }
  });
});

describe("folders that cannot be watched", () => {
  const onChange = vi.fn();
  const onError = vi.fn();
  const full = () => {
    throw new Error("no watchers left");
  };
  const system = () => vi.fn<(folder: string) => FSWatcher>(watch);
  const watching = (watchFolder: ReturnType<typeof system>) =>
    watchFiles({
      ...{ root: copy.root, onChange, onError, retryMs: 20 },
      watchFolder: watchFolder as typeof watch,
    });

  it("are watched as soon as the system allows it", async () => {
    // The root and one folder.
    const stop = watching(
      system().mockImplementationOnce(full).mockImplementationOnce(full),
    );
    expect(onError).toHaveBeenCalledTimes(2);
    // The folder has new files, perhaps.
    await eventually(() => {
      expect(onChange).toHaveBeenCalled();
    });
    stop();
  });

  it("are watched again after the system has ended their watchers", async () => {
    const watchFolder = system();
    const stop = watching(watchFolder);
    const opened = watchFolder.mock.results.map(
      ({ value }) => value as FSWatcher,
    );
    for (const watcher of opened) watcher.emit("error", new Error("ended"));
    await eventually(() => {
      expect(watchFolder).toHaveBeenCalledTimes(2 * opened.length);
    });
    stop();
  });
});
