import { toJapanIso } from "../../domain/japanTime";
import type { DecisionReason } from "../../domain/settlement";
import type { BidStatus } from "../../generated/schemas";
import type { BidRow } from "./bidQueries";

/** New values of a bid by field; a missing field stays as it is. Amounts are yen. */
export type BidValues = {
  bidStatus?: number;
  bidAmount?: number;
  exportType?: number | null;
  bidGroup?: number | null;
  adjustmentPrice?: number | null;
  autoBid?: boolean;
  /** The price that a manager records; null leaves the price of the result. */
  soldPrice?: number | null;
} & SystemValues;

/** The values that only the program sets. */
type SystemValues = {
  /** Why a manager has to decide the bid; null if nobody has to. */
  decisionReason?: DecisionReason | null;
  /** The price of the result at which a won car is booked. */
  wonPrice?: number | null;
  /** The revision of the result by which the bid was decided last. */
  decidedRevision?: number;
  /** The status from which a full group releases the bid. */
  releasedFrom?: number | null;
  /** Whether the bid needs the confirmation of a manager. */
  needsConfirmation?: boolean;
};

export type BidField = keyof BidValues;

/** The bid after a change. */
export type ChangedBid = Required<Omit<BidValues, keyof SystemValues>> & {
  bidStatus: BidStatus;
  bidId: string;
  bidDate: string;
  version: number;
};

const columns = {
  bidStatus: "bid_status",
  bidAmount: "amount",
  exportType: "export_type_id",
  bidGroup: "bid_group_id",
  adjustmentPrice: "adjustment_price",
  autoBid: "auto_bid",
  soldPrice: "manager_sold_price",
  decisionReason: "decision_reason",
  wonPrice: "won_price",
  decidedRevision: "decided_revision",
  releasedFrom: "released_from",
  needsConfirmation: "needs_confirmation",
} as const satisfies Record<BidField, keyof BidRow>;

/** Returns the fields that get another value. */
export const changedFields = (bid: BidRow, values: BidValues): BidField[] =>
  (Object.keys(columns) as BidField[]).filter(
    (field) =>
      values[field] !== undefined && values[field] !== bid[columns[field]],
  );

/** Returns the given values by column. */
export const columnsOf = (values: BidValues): Partial<BidRow> =>
  Object.fromEntries(
    (Object.keys(values) as BidField[])
      .filter((field) => values[field] !== undefined)
      .map((field) => [columns[field], values[field]]),
  );

/** Returns the values of some fields of a bid for its log, which has no internal ones. */
export function loggedValues(
  bid: BidRow,
  fields: readonly BidField[],
): Record<string, unknown> {
  const values: BidValues = {
    ...changedBid(bid),
    decisionReason: bid.decision_reason,
    releasedFrom: bid.released_from,
  };
  return Object.fromEntries(
    fields
      .filter((field) => values[field] !== undefined)
      .map((field) => [field, values[field]]),
  );
}

/** Returns the bid as the replies of its calls have it. */
export const changedBid = (bid: BidRow): ChangedBid => ({
  bidStatus: bid.bid_status as BidStatus,
  bidAmount: bid.amount,
  exportType: bid.export_type_id,
  bidGroup: bid.bid_group_id,
  adjustmentPrice: bid.adjustment_price,
  autoBid: bid.auto_bid,
  soldPrice: bid.manager_sold_price ?? bid.sold_price,
  bidId: bid.id,
  bidDate: toJapanIso(bid.placed_at),
  version: bid.version,
});
