import { runImportCommand } from "./feed";
import { lotPorts } from "./ports";

process.exitCode = await runImportCommand(process.argv.slice(2), lotPorts);
