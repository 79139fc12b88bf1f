import path from "node:path";
import { runCommand } from "./command";
import { declare } from "./declare";
import { runOnData, runOnServer } from "./feed";
import { systemClock } from "./platform/clock";
import { findRoot } from "./platform/root";
import { exportCommand, exportPublished, type Exported } from "./workshop";

function summary(count: number): string {
  if (count === 0) return "The files already contain every published edit";
  return count === 1 ? "1 file was written" : `${count} files were written`;
}

// Writes the published edits into the files of this project.
await runCommand({
  usage: "Usage: npm run workspace:export",
  argumentCount: 0,
  work: async ({ config, log, migrations }) => {
    const root = findRoot();
    const dataDirectory = path.resolve(root, config.dataDirectory);
    const { files } = await runOnData({
      config: { ...config, dataDirectory },
      migrations,
      onServer: (socket) =>
        runOnServer(socket, exportCommand) as Promise<Exported>,
      onDatabase: (database) => {
        const { declarations } = declare({ root, log });
        const clock = systemClock;
        return exportPublished({ root, database, clock, declarations });
      },
    });
    return [...files, summary(files.length)].join("\n");
  },
});
