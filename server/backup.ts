import { backupCommand } from "./backupCommand";
import { runCommand } from "./command";

await runCommand(backupCommand);
