import path from "node:path";
import { runBackupCommand } from "./backupCommand";
import { makeBackup } from "./operations";
import { systemClock } from "./platform/clock";

await runBackupCommand({
  usage: `Usage: npm run backup -- FOLDER

Writes the database and its uploaded files into a new folder.`,
  work: async (scope, argument) => {
    const folder = path.resolve(argument);
    const { files } = await makeBackup(scope, {
      folder,
      now: systemClock.now(),
    });
    return `The database and ${files} files are in ${folder}`;
  },
});
