import { FeedError } from "./feedError";
import type { Reason, Unmapped } from "./mapRow";

export type ImportProgress = {
  /** Rows of the feed. */
  read: number;
  inserted: number;
  updated: number;
  unchanged: number;
  rejected: number;
  /** Rows that equal the row before of the same key in their batch. */
  repeated: number;
};

export type UnmappedCount = Unmapped & { count: number };

/** A row with several invalid fields counts for each of them. */
type ReasonCount = Reason & { count: number };

export type ImportResult = ImportProgress & {
  /** The file of the rejected rows and their reasons. */
  rejectsFile: string | null;
  /** Values without a meaning for their field, most frequent first. */
  unmapped: UnmappedCount[];
  /** Why rows were rejected, most frequent first. */
  reasons: ReasonCount[];
};

/** The import ended early. Its result covers the rows that were written. */
export class ImportBroken extends FeedError {
  readonly result: ImportResult;

  constructor(message: string, result: ImportResult, options?: ErrorOptions) {
    super(message, options);
    this.name = "ImportBroken";
    this.result = result;
  }
}

/** Limits memory when a field turns out to be free text. */
const mostCounted = 200;
const mostListed = 20;
const longestText = 60;
const longestReason = 120;

/** Counts the values that have no meaning for their field, and the reasons of rejections. */
export function reportCounts() {
  const unmapped = entryCounts<Unmapped>();
  const reasons = entryCounts<Reason>();
  return {
    addUnmapped: ({ field, text }: Unmapped): void => {
      unmapped.add({ field, text: text.slice(0, longestText) });
    },
    addReasons: (found: readonly Reason[]): void => {
      for (const { field, reason } of found)
        reasons.add({ field, reason: reason.slice(0, longestReason) });
    },
    list: () => ({ unmapped: unmapped.list(), reasons: reasons.list() }),
  };
}

function entryCounts<Entry extends Unmapped | Reason>() {
  const counts = new Map<string, Entry & { count: number }>();
  return {
    add: (entry: Entry): void => {
      const key = Object.values(entry).join(" ");
      const known = counts.get(key);
      if (known) known.count += 1;
      else if (counts.size < mostCounted)
        counts.set(key, { ...entry, count: 1 });
    },
    list: () =>
      [...counts.values()]
        .sort((one, other) => other.count - one.count)
        .slice(0, mostListed),
  };
}

/** `(1,200 rows)` */
const rowsText = (count: number): string =>
  `(${formatted(count)} ${count === 1 ? "row" : "rows"})`;

const formatted = (count: number) => count.toLocaleString("en-US");

/** Returns `12,000 rows read, 11,990 new, ...` */
function describeProgress(progress: ImportProgress): string {
  const { read, inserted, updated, unchanged, rejected, repeated } = progress;
  const parts = [
    `${formatted(read)} rows read`,
    `${formatted(inserted)} new`,
    `${formatted(updated)} changed`,
    `${formatted(unchanged)} unchanged`,
    `${formatted(rejected)} rejected`,
  ];
  if (repeated > 0) parts.push(`${formatted(repeated)} repeated`);
  return parts.join(", ");
}

/** Returns the lines that the command prints after an import. */
export function describeResult(result: ImportResult): string[] {
  const lines = [describeProgress(result)];
  for (const { field, text, count } of result.unmapped)
    lines.push(`Unknown value of ${field}: "${text}" ${rowsText(count)}`);
  for (const { field, reason, count } of result.reasons)
    lines.push(`Rejected: ${`${field} ${reason}`.trim()} ${rowsText(count)}`);
  if (result.rejectsFile !== null)
    lines.push(`Rejected rows and reasons: ${result.rejectsFile}`);
  return lines;
}

type Terminal = Pick<NodeJS.WriteStream, "write" | "isTTY">;

/** Output that is not a terminal gets a line for each 5,000 rows. */
const rowsPerLine = 5_000;

/**
 * Shows the progress of an import: one updated line on a terminal, separate
 * lines elsewhere. `now` returns milliseconds.
 */
export function progressLine(
  output: Terminal,
  now: () => number = () => performance.now(),
) {
  const start = now();
  let lastShown = 0;
  return {
    /** `portion` is the part of the feed that was read, 0 to 1. */
    show: (progress: ImportProgress, portion: number | null): void => {
      const speed = (progress.read * 1000) / Math.max(now() - start, 1);
      const parts = [
        describeProgress(progress),
        `${Math.round(speed).toLocaleString("en-US")} a second`,
      ];
      if (portion !== null) parts.push(`${Math.floor(portion * 100)}%`);
      const text = parts.join(", ");
      if (output.isTTY) output.write(`\r\u001b[K${text}`);
      else if (progress.read >= lastShown + rowsPerLine) {
        lastShown = progress.read;
        output.write(`${text}\n`);
      }
    },
    clear: (): void => {
      if (output.isTTY) output.write("\r\u001b[K");
    },
  };
}
