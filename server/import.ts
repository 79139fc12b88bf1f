import { copyLotChangesToBids } from "./bidding";
import { onLotsChanged } from "./catalog";
import { runImportCommand } from "./feed";

onLotsChanged(copyLotChangesToBids);
process.exitCode = await runImportCommand(process.argv.slice(2));
