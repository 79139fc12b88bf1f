import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { watchFiles } from "../../../../server/workspace/declared/watchFiles";
import { declaredCopy } from "../../../support/declaredCopy";

const copy = declaredCopy();
const cars = path.join(copy.root, "resources/car-auction.json");
const soon = { timeout: 10_000, interval: 20 };

describe("declarations that are watched", () => {
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

  const told = async (change: () => void) => {
    onChange.mockClear();
    change();
    await vi.waitFor(() => {
      expect(onChange).toHaveBeenCalled();
    }, soon);
  };
  /** Nothing is left to be told of what was done so far. */
  const quiet = async () => {
    let before = -1;
    await vi.waitFor(
      () => {
        const last = before;
        before = onChange.mock.calls.length;
        expect(before).toBe(last);
      },
      { timeout: 10_000, interval: 500 },
    );
  };
  const write = () => {
    writeFileSync(cars, readFileSync(cars));
  };

  it("are told of when a file is written, or put in place by an editor", async () => {
    await told(write);
    await told(() => {
      writeFileSync(`${cars}~`, readFileSync(cars));
      renameSync(`${cars}~`, cars);
    });
  });

  it("are followed on after their folders were taken away and came back", async () => {
    await told(() => {
      rmSync(path.join(copy.root, "resources"), { recursive: true });
    });
    await told(() => {
      copy.restore();
    });
    await quiet();
    await told(write);
  });
});
