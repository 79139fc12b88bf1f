import { runBackupCommand } from "./backupCommand";
import { restoreBackup } from "./operations";

await runBackupCommand({
  usage: `Usage: npm run restore -- FOLDER

Loads a backup into an empty database and an empty place for files.`,
  work: async (scope, folder) => {
    const { files } = await restoreBackup(scope, folder);
    return `The database and ${files} files are restored`;
  },
});
