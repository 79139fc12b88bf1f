import { availableParallelism } from "node:os";
import type { Worker } from "node:worker_threads";
import type { DatabaseLog } from "../../../platform/database";
import { startThread } from "../../../platform/startThread";
import { patchFrom, type Scan, type Scanned, type View } from "../store/view";
import { estimateWork, scanView } from "./scan";
import type { ScanReply, ScanRequest } from "./scanWorker";

/**
 * Milliseconds of a scan that delay other requests less than a thread costs. To send a
 * scan and to wake the thread and the reply takes half a millisecond of both cores.
 */
const mostWorkHere = 1;

/** Runs scans; long scans run in worker threads. */
export type ScanThreads = {
  /**
   * Returns the result of a scan; null if its thread ended twice. Threads keep the
   * latest view of each area.
   */
  scan(area: object, view: View, scan: Scan): Promise<Scanned | null>;
  /** Frees the memory of an area's views in all threads. */
  forget(area: object): void;
  stop(): Promise<void>;
};

type Waiting = (scanned: Scanned | null) => void;
type Thread = {
  worker: Worker;
  waiting: Map<number, Waiting>;
  /** The views that the thread has, by the number of their area. */
  views: Map<number, View>;
};

/**
 * Makes the threads: as many as there are cores less one, at least one. A thread
 * starts with the first scan that needs it, also after it ended.
 */
export function createScanThreads({
  log,
  workHere = mostWorkHere,
  size = Math.max(1, availableParallelism() - 1),
  start = startScanWorker,
}: {
  log: DatabaseLog;
  workHere?: number | undefined;
  size?: number | undefined;
  start?: (() => Worker) | undefined;
}): ScanThreads {
  const threads = new Set<Thread>();
  const areas = new WeakMap<object, number>();
  let lastArea = 0;
  let lastScan = 0;
  let isStopped = false;

  const numberOf = (area: object): number => {
    const known = areas.get(area);
    if (known !== undefined) return known;
    lastArea += 1;
    areas.set(area, lastArea);
    return lastArea;
  };

  const startOne = (): Thread => {
    const worker = start();
    worker.unref();
    const thread: Thread = { worker, waiting: new Map(), views: new Map() };
    threads.add(thread);
    worker.on("message", ({ id, scanned }: ScanReply) => {
      thread.waiting.get(id)?.(scanned);
      thread.waiting.delete(id);
    });
    worker.on("error", (error) => {
      log.warn({ err: error }, "a thread of the index failed");
    });
    worker.on("exit", () => {
      threads.delete(thread);
      for (const resolve of thread.waiting.values()) resolve(null);
    });
    return thread;
  };

  /** Returns an idle thread, a new one, or the thread with the fewest scans. */
  const chooseThread = (): Thread => {
    const [least] = [...threads].sort(
      (a, b) => a.waiting.size - b.waiting.size,
    );
    const isBusy = !least || least.waiting.size > 0;
    return isBusy && threads.size < size ? startOne() : (least ?? startOne());
  };

  const send = ({ worker }: Thread, request: ScanRequest) => {
    worker.postMessage(request);
  };

  const scanInThread = (
    area: object,
    view: View,
    scan: Scan,
  ): Promise<Scanned | null> => {
    if (isStopped) return Promise.resolve(null);
    const thread = chooseThread();
    const { waiting, views } = thread;
    const of = numberOf(area);
    const before = views.get(of);
    if (before !== view) {
      views.set(of, view);
      send(thread, { of, view: patchFrom(before, view) });
    }
    lastScan += 1;
    const id = lastScan;
    return new Promise((resolve) => {
      waiting.set(id, resolve);
      send(thread, { id, of, scan });
    });
  };

  return {
    scan: async (area, view, scan) =>
      estimateWork(view, scan) <= workHere
        ? scanView(view, scan)
        : ((await scanInThread(area, view, scan)) ??
          (await scanInThread(area, view, scan))),
    forget: (area) => {
      const of = numberOf(area);
      for (const thread of threads)
        if (thread.views.delete(of)) send(thread, { of, view: null });
    },
    stop: async () => {
      isStopped = true;
      await Promise.all([...threads].map(({ worker }) => worker.terminate()));
    },
  };
}

/** Starts a worker thread that answers scans. */
export const startScanWorker = (): Worker =>
  startThread(import.meta.url, {
    built: "./scanWorker.js",
    source: "./scanWorker.ts",
  });
