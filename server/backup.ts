import { backupCommand, runCommand } from "./backupCommand";

await runCommand(backupCommand);
