import { restoreCommand, runCommand } from "./backupCommand";

await runCommand(restoreCommand);
