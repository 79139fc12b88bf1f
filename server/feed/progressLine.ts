import { describeProgress, type ImportProgress } from "./importResult";

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
