import type { ImportProgress } from "./importFeed";
import { describeProgress } from "./importReport";

type Terminal = Pick<NodeJS.WriteStream, "write" | "isTTY">;

/** Where nobody watches, a line for every so many rows is enough. */
const rowsPerLine = 5_000;

/** Shows how far an import is: one living line on a terminal, else a few. */
export function progressLine(output: Terminal) {
  let shown = 0;
  return {
    show: (progress: ImportProgress): void => {
      const text = describeProgress(progress);
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
