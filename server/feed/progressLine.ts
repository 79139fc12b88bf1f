import { describeProgress } from "./importReport";
import type { ImportProgress } from "./importResult";

type Terminal = Pick<NodeJS.WriteStream, "write" | "isTTY">;

/** Where nobody watches, a line for every so many rows is enough. */
const rowsPerLine = 5_000;

/**
 * Shows how far an import is: one living line on a terminal, else a few. `now`
 * is a time in milliseconds.
 */
export function progressLine(
  output: Terminal,
  now: () => number = () => performance.now(),
) {
  const start = now();
  let shown = 0;
  return {
    /** `portion` is the part of the feed that is read, where that is known. */
    show: (progress: ImportProgress, portion: number | null): void => {
      const speed = (progress.read * 1000) / Math.max(now() - start, 1);
      const parts = [
        describeProgress(progress),
        `${Math.round(speed).toLocaleString("en-US")} a second`,
      ];
      if (portion !== null) parts.push(`${Math.floor(portion * 100)}%`);
      const text = parts.join(", ");
      if (output.isTTY) output.write(`\r\u001b[K${text}`);
      else if (progress.read >= shown + rowsPerLine) {
        shown = progress.read;
        output.write(`${text}\n`);
      }
    },
    clear: (): void => {
      if (output.isTTY) output.write("\r\u001b[K");
    },
  };
}
