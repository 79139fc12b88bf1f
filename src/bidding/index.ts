import { BidAmountCell, BidStatusCell, exportTypeText } from "./cells/BidCells";
import { BiddingTimeCell } from "./facts/BiddingTimeCell";
import {
  bidStatusRule,
  bidAmountRule,
  soldPriceRule,
} from "./manager/confirmRules";
import { takesBids } from "./whyNoBid";
import type { AreaModule } from "../workspace/registry/areaModule";
import { TextCell } from "../workspace/cells/TextCell";
import styles from "../workspace/cells/cells.module.css";

const bidPanel = { slots: { aside: () => import("./BidPanel") } };

/**
 * Adds the bid panel to the page of a lot and to the rows of lots, the time that is left
 * to bid to lists of lots, to lists of bids their cells, the questions about statuses, the
 * chat and the work of the day, and the chat to purchases.
 */
export const bidding: AreaModule = {
  cells: {
    biddingTime: {
      Cell: BiddingTimeCell,
      types: ["date"],
      width: 172,
      hasLink: true,
    },
    bidAmount: {
      Cell: BidAmountCell,
      types: ["integer", "number"],
      width: 120,
      className: styles.price,
    },
    bidStatus: {
      Cell: BidStatusCell,
      types: ["integer"],
      isFor: ({ field }) => field["x-shown"] === "bidStatus",
      width: 122,
    },
    bidGroup: { Cell: TextCell, types: ["integer", "string"], width: 80 },
    bidType: {
      Cell: TextCell,
      types: ["integer", "string"],
      isFor: ({ field }) => field["x-shown"] === "bidType",
      width: 120,
    },
  },
  texts: { bidType: exportTypeText },
  confirms: {
    bidStatus: bidStatusRule,
    bidAmount: bidAmountRule,
    soldPrice: soldPriceRule,
  },
  panels: {
    bidChat: {
      icon: "chat",
      label: "chat.panel",
      markedLabel: "chat.panelNew",
      load: async () => {
        const { BidRowPanel } = await import("./chat/OpenChat");
        return { default: BidRowPanel };
      },
    },
    bid: {
      icon: "gavel",
      label: "bid.panel",
      markedLabel: "bid.panel",
      isFor: takesBids,
      load: () => import("./RowBidPanel"),
    },
  },
  resources: {
    "bid-manager": {
      slots: { aboveRows: () => import("./manager/TodayWork") },
    },
  },
  rows: {
    lot: bidPanel,
    stock: bidPanel,
    bike: bidPanel,
    purchase: {
      slots: {
        aboveFacts: () => import("./chat/PurchaseChat"),
        aboveRows: async () => {
          const { FollowChats } = await import("./chat/PurchaseChat");
          return { default: FollowChats };
        },
      },
    },
    bid: {
      actions: { orderGroup: () => import("./group/GroupOrderDialog") },
    },
  },
};
