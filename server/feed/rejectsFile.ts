import { mkdir, open } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import path from "node:path";
import { japanClock } from "../../domain/japanTime";
import type { Reason } from "./fieldChecks";

export type Reject = {
  /** Its place in the feed, from 1. */
  row: number;
  reasons: readonly Reason[];
  source: unknown;
};

/**
 * Where refused rows are kept: `rejects/<feed>-<time in Japan>.jsonl`, one JSON
 * line each with row number, reasons and the row as it came. The file is made
 * with the first reject.
 */
export function rejectsFile({
  dataDirectory,
  feed,
  now,
}: {
  dataDirectory: string;
  feed: string;
  now: Date;
}) {
  const folder = path.join(dataDirectory, "rejects");
  let opened: { name: string; handle: FileHandle } | undefined;
  return {
    /** The file's path once something was refused. */
    name: () => opened?.name ?? null,
    async write(rejects: readonly Reject[]): Promise<void> {
      if (rejects.length === 0) return;
      opened ??= await create(path.join(folder, `${feed}-${stamp(now)}`));
      await opened.handle.write(rejects.map(lineOf).join(""));
    },
    async close(): Promise<void> {
      await opened?.handle.close();
    },
  };
}

/** A row of thousands of lists in one another is told of, but not kept. */
function lineOf(reject: Reject): string {
  try {
    return `${JSON.stringify(reject)}\n`;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return lineOf({ ...reject, source: "too deeply nested to be kept" });
  }
}

/** `20261120-110203` */
function stamp(now: Date): string {
  const { day, time } = japanClock(now);
  return `${day}-${time}`.replaceAll(/[^\d-]/g, "").replace(/-(?=\d\d-)/g, "");
}

/** A file that was not there before, numbered when the name is taken. */
async function create(base: string) {
  await mkdir(path.dirname(base), { recursive: true });
  for (let number = 1; ; number += 1) {
    const name = `${base}${number === 1 ? "" : `-${number}`}.jsonl`;
    try {
      return { name, handle: await open(name, "wx", 0o600) };
    } catch (error) {
      const isTaken =
        error instanceof Error && "code" in error && error.code === "EEXIST";
      if (!isTaken) throw error;
    }
  }
}
