import { runImportCommand } from "./feed";
import { migrations } from "./migrations";
import { lotPorts } from "./ports";

process.exitCode = await runImportCommand(process.argv.slice(2), {
  ports: lotPorts,
  migrations,
});
