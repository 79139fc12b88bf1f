import type { Worker } from "node:worker_threads";
import { afterEach, expect, it } from "vitest";
import {
  createScanThreads,
  startScanWorker,
  type ScanThreads,
} from "../../../../server/workspace/columns/scan/scanThreads";
import { createColumnTable } from "../../../../server/workspace/columns/store/columnTable";
import type { Scan } from "../../../../server/workspace/columns/store/view";
import { memoryLog } from "../../../support/memoryLog";

const table = createColumnTable(["color"]);
for (const [id, color] of ["red", "blue", "red"].entries())
  table.put({ id: id + 1, version: 1, values: [color] });
table.publish();

const red: Scan = {
  tests: [{ parts: [{ column: 0, marks: Uint8Array.of(0, 1, 0) }], rows: 2 }],
  groups: [{ tests: [0], columns: [{ column: 0, size: 3 }], total: null }],
  page: { offset: 0, size: 20, by: null, areIdsDescending: true },
};
const running: ScanThreads[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((threads) => threads.stop()));
});

function startThreads() {
  const { log, lines } = memoryLog();
  const workers: Worker[] = [];
  const start = () => {
    const worker = startScanWorker();
    workers.push(worker);
    return worker;
  };
  const threads = createScanThreads({ log, workHere: 0, start });
  running.push(threads);
  return { threads, lines, workers };
}

it("scans the rows that are published in another thread", async () => {
  const { threads } = startThreads();
  const scan = async () => {
    const found = await threads.scan(table, table.view(), red);
    return [...(found?.rows ?? [])];
  };
  expect(await scan()).toEqual([2, 0]);
  table.put({ id: 4, version: 1, values: ["red"] });
  expect(await scan()).toEqual([2, 0]);
  table.publish();
  expect(await scan()).toEqual([3, 2, 0]);
});

it("scans an area again that was forgotten", async () => {
  const { threads } = startThreads();
  const view = table.view();
  expect(await threads.scan(table, view, red)).not.toBeNull();
  threads.forget(table);
  expect(await threads.scan(table, view, red)).not.toBeNull();
});

it("does a scan again whose thread was ended", async () => {
  const { threads, workers } = startThreads();
  const scanned = threads.scan(table, table.view(), red);
  await workers[0]?.terminate();
  expect((await scanned)?.totals).toHaveLength(1);
  expect(workers).toHaveLength(2);
});

it("returns null if a scan ends two threads, and starts another for the next scan", async () => {
  const { threads, lines } = startThreads();
  const group = { tests: [], columns: [{ column: 0, size: -1 }], total: null };
  const broken = { ...red, groups: [group] };
  const view = table.view();
  expect(await threads.scan(table, view, broken)).toBeNull();
  expect(lines.join()).toContain("a thread of the index failed");
  expect(await threads.scan(table, view, red)).not.toBeNull();
});
