import { bidStatusRule } from "./manager/bidStatusRule";
import type { AreaModule } from "../workspace/registry/areas";

/** Adds the bid panel to the page of a lot, and the questions about statuses. */
export const bidding: AreaModule = {
  confirms: { bidStatus: bidStatusRule },
  rows: { lot: { slots: { aside: () => import("./BidPanel") } } },
};
