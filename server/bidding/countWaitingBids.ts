import type { Viewer } from "../../domain/access";
import type { Database } from "../platform/database";
import { countNewBids } from "./bidQueries";
import { bidsOf } from "./bidSource";

/** How many new bids wait, of all that the viewer may read: the menu's badge. */
export const countWaitingBids = (
  { kysely }: Pick<Database, "kysely">,
  viewer: Viewer,
): Promise<number> => countNewBids(kysely, bidsOf(viewer));
