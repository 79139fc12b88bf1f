import type { ConfirmName, PanelName } from "../../domain/registeredNames";
import { BiddingTimeCell } from "./facts/BiddingTimeCell";
import { bidStatusRule } from "./manager/bidStatusRule";
import { takesBids } from "./takesBids";
import { bidAmountRule, soldPriceRule } from "./manager/priceRules";
import type {
  AreaModule,
  ConfirmRule,
  PanelDefinition,
} from "../workspace/registry/areaModule";
import { entry } from "../workspace/registry/rank";

const bidPanel = { slots: { aside: () => import("./BidPanel") } };

/**
 * Adds the bid panel to the page of a lot and to the rows of lots, the time that is left
 * to bid to lists of lots, and to lists of bids the questions about statuses, the chat
 * and the work of the day.
 */
export const bidding: AreaModule = {
  cells: [
    entry(
      100,
      ({ cell }: { cell?: string | undefined }) => cell === "biddingTime",
      { Cell: BiddingTimeCell, width: 172, hasLink: true },
    ),
  ],
  confirms: {
    bidStatus: bidStatusRule,
    bidAmount: bidAmountRule,
    soldPrice: soldPriceRule,
  } satisfies Record<ConfirmName, ConfirmRule>,
  panels: {
    bidChat: {
      icon: "chat",
      label: "chat.panel",
      markedLabel: "chat.panelNew",
      load: () => import("./chat/BidRowPanel"),
    },
    bid: {
      icon: "gavel",
      label: "bid.panel",
      markedLabel: "bid.panel",
      isFor: takesBids,
      load: () => import("./RowBidPanel"),
    },
  } satisfies Record<PanelName, PanelDefinition>,
  resources: {
    "bid-manager": {
      slots: { aboveRows: () => import("./manager/TodayWork") },
    },
  },
  rows: {
    lot: bidPanel,
    stock: bidPanel,
    bike: bidPanel,
    bid: {
      actions: { orderGroup: () => import("./group/GroupOrderDialog") },
    },
  },
};
