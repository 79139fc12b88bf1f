import { restoreCommand } from "./backupCommand";
import { runCommand } from "./command";

await runCommand(restoreCommand);
