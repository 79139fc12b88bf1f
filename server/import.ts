import { lotPorts } from "./bidding";
import { runImportCommand } from "./feed";
import { migrations } from "./migrations";

process.exitCode = await runImportCommand(process.argv.slice(2), {
  ports: lotPorts,
  migrations,
});
