import path from "node:path";
import { declare } from "./declare";
import { explainStart } from "./explainStart";
import { FeedError, runOnData, runOnServer } from "./feed";
import { migrations } from "./migrations";
import { systemClock } from "./platform/clock";
import { readConfig } from "./platform/config";
import { createLog } from "./platform/log";
import { findRoot } from "./platform/root";
import { exportCommand, exportPublished, type Exported } from "./workshop";

const usage = "Usage: npm run workspace:export";

/**
 * Writes the published edits into the files of this project. Returns the exit
 * code: 0 on success, 1 on failure, 2 if the command has arguments.
 */
async function run(args: readonly string[]): Promise<number> {
  if (args.length > 0) {
    process.stderr.write(`${usage}\n`);
    return 2;
  }
  try {
    const root = findRoot();
    const settings = readConfig(process.env);
    const dataDirectory = path.resolve(root, settings.dataDirectory);
    const log = createLog("silent");
    const { files } = await runOnData({
      config: { ...settings, dataDirectory },
      migrations,
      onServer: (socket) =>
        runOnServer(socket, exportCommand) as Promise<Exported>,
      onDatabase: (database) => {
        const { declarations } = declare({ root, log });
        const clock = systemClock;
        return exportPublished({ root, database, clock, declarations });
      },
    });
    for (const file of files) process.stdout.write(`${file}\n`);
    process.stdout.write(`${summary(files.length)}\n`);
    return 0;
  } catch (error) {
    const isKnown = error instanceof FeedError;
    process.stderr.write(`${isKnown ? error.message : explainStart(error)}\n`);
    return 1;
  }
}

function summary(count: number): string {
  if (count === 0) return "The files already contain every published edit";
  return count === 1 ? "1 file was written" : `${count} files were written`;
}

process.exitCode = await run(process.argv.slice(2));
