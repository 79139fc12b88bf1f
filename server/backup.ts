import path from "node:path";
import { runBackupCommand } from "./backupCommand";
import { makeBackup } from "./operations";
import { systemClock } from "./platform/clock";

await runBackupCommand({
  usage: `Usage: npm run backup -- FOLDER

Writes the database and its uploaded files into a new folder.`,
  work: async (scope, argument) => {
    const folder = path.resolve(argument);
    const { files, missing } = await makeBackup(scope, {
      folder,
      now: systemClock.now(),
    });
    return `The database and ${files} of ${files + missing} files are in ${folder}${
      missing === 0
        ? ""
        : `\n${missing} files are left out, because the storage does not have them`
    }`;
  },
});
