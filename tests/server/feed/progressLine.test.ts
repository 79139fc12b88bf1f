import { expect, it } from "vitest";
import { progressLine } from "../../../server/feed/importResult";

const progress = {
  read: 5000,
  inserted: 4000,
  updated: 0,
  unchanged: 1000,
  rejected: 0,
  repeated: 0,
};

it("shows rows, rows per second and, with a known size, percent", () => {
  const times = [0, 2000, 4000];
  const written: string[] = [];
  const write = (text: string | Uint8Array) => written.push(String(text)) > 0;
  const line = progressLine({ write, isTTY: false }, () => times.shift() ?? 0);
  line.show(progress, 0.257);
  line.show({ ...progress, read: 10_000 }, null);
  expect(written).toEqual([
    "5,000 rows read, 4,000 new, 0 changed, 1,000 unchanged, 0 rejected, 2,500 a second, 25%\n",
    "10,000 rows read, 4,000 new, 0 changed, 1,000 unchanged, 0 rejected, 2,500 a second\n",
  ]);
});
