import { mkdir, open, type FileHandle } from "node:fs/promises";
import path from "node:path";
import { japanClock } from "../../domain/japanTime";
import { rowText } from "./entry";
import type { Reason } from "./mapRow";

export type Reject = {
  /** The number of the row in the feed, from 1. */
  row: number;
  reasons: readonly Reason[];
  source: unknown;
};

/**
 * Writes rejected rows to `rejects/<feed>-<time in Japan>.jsonl`, one JSON line
 * each with row number, reasons and source row. The first reject creates the
 * file.
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
    /** Returns the path of the file, null before the first reject. */
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

const lineOf = ({ row, reasons, source }: Reject): string =>
  `{"row":${row},"reasons":${JSON.stringify(reasons)},"source":${rowText(source)}}\n`;

/** `20261120-110203` */
function stamp(now: Date): string {
  const { day, time } = japanClock(now);
  return `${day}-${time}`.replaceAll(/[^\d-]/g, "").replace(/-(?=\d\d-)/g, "");
}

/** Creates a new file, with a number in its name if the name is taken. */
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
