import { followLots } from "./bidding";
import { onLotsChanged } from "./catalog";
import { runImportCommand } from "./feed";

onLotsChanged(followLots);
process.exitCode = await runImportCommand(process.argv.slice(2));
