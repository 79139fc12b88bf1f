import { runCommand } from "./command";
import { verifyCommand } from "./verifyCommand";

await runCommand(verifyCommand);
