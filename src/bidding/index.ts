import type { ConfirmName } from "../../domain/registeredNames";
import { bidStatusRule } from "./manager/bidStatusRule";
import type { AreaModule, ConfirmRule } from "../workspace/registry/areas";

/** Adds the bid panel to the page of a lot, and the questions about statuses. */
export const bidding: AreaModule = {
  confirms: { bidStatus: bidStatusRule } satisfies Record<
    ConfirmName,
    ConfirmRule
  >,
  rows: { lot: { slots: { aside: () => import("./BidPanel") } } },
};
