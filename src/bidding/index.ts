import type { ConfirmName, PanelName } from "../../domain/registeredNames";
import { BidAmountCell, BidStatusCell } from "./cells/BidCells";
import { exportTypeText } from "./cells/exportTypeText";
import { BiddingTimeCell } from "./facts/BiddingTimeCell";
import { bidStatusRule } from "./manager/bidStatusRule";
import { takesBids } from "./takesBids";
import { bidAmountRule, soldPriceRule } from "./manager/priceRules";
import type {
  AreaModule,
  ConfirmRule,
  PanelDefinition,
} from "../workspace/registry/areaModule";
import { TextCell } from "../workspace/cells/TextCell";
import { amountCell } from "../workspace/cells/PriceCell";
import { cellsByName, type CellDefinition } from "../workspace/registry/cells";
import { isShownAs } from "../workspace/registry/fields";
import { entry } from "../workspace/registry/rank";

const bidStatus: CellDefinition = { Cell: BidStatusCell, width: 122 };
const bidType: CellDefinition = { Cell: TextCell, width: 120 };

const bidPanel = { slots: { aside: () => import("./BidPanel") } };

/**
 * Adds the bid panel to the page of a lot and to the rows of lots, the time that is left
 * to bid to lists of lots, and to lists of bids their cells, the questions about statuses,
 * the chat and the work of the day.
 */
export const bidding: AreaModule = {
  cells: [
    entry(20, isShownAs("bidStatus"), bidStatus),
    entry(20, isShownAs("bidType"), bidType),
    ...cellsByName({
      biddingTime: { Cell: BiddingTimeCell, width: 172, hasLink: true },
      bidAmount: amountCell(BidAmountCell, 120),
      bidStatus,
      bidGroup: { Cell: TextCell, width: 80 },
      bidType,
    }),
  ],
  texts: [entry(20, isShownAs("bidType"), exportTypeText)],
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
