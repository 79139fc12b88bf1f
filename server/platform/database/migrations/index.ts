import type { Migration } from "kysely";
import { up as foundation } from "./001_foundation";
import { up as live } from "./002_live";
import { up as preferences } from "./003_preferences";
import { up as workspace } from "./004_workspace";
import { up as savedSearches } from "./005_saved_searches";
import { up as bidExtra } from "./006_bid_extra";

/**
 * Every migration by the name of its file, in the order of the names. They are
 * imported one by one, since a bundled program has no directory to read.
 */
export const migrations: Record<string, Migration> = {
  "001_foundation": { up: foundation },
  "002_live": { up: live },
  "003_preferences": { up: preferences },
  "004_workspace": { up: workspace },
  "005_saved_searches": { up: savedSearches },
  "006_bid_extra": { up: bidExtra },
};
