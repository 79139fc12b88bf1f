import type { AreaModule } from "../workspace/registry/areas";

/** Adds the bid panel to the page of a lot. */
export const bidding: AreaModule = {
  rows: { lot: { slots: { aside: () => import("./BidPanel") } } },
};
