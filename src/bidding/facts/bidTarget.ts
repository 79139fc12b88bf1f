import type { LastChange } from "../../../domain/lastChange";
import { isActive } from "../../../domain/bidStatus";
import type {
  ClientStandingReply,
  LotDetail,
} from "../../../generated/schemas";
import { CallError } from "../../providers/CallError";
import type { MessageKey } from "../../providers/i18n/useT";

/**
 * The limit of a client and the client's active bid on a lot, in yen, and the number of
 * other clients with a bid on it.
 */
export type ClientStanding = Omit<ClientStandingReply, "success">;

/**
 * The purpose of the form: a new bid, an order at a fixed price, a bid for a client, or a
 * change of a bid.
 */
export type BidTarget =
  | { kind: "own" }
  | { kind: "order" }
  | { kind: "client"; standing: ClientStanding | null }
  | { kind: "change"; bid: OwnBid };

const ownTexts = {
  title: "bid.title",
  confirm: "bid.confirm.title",
  amount: "bid.confirm.amount",
  terms: "bid.confirm.terms",
  submit: "bid.confirm.submit",
  done: "bid.done.title",
} as const;

/** The texts of each purpose. In the panel of an order they come from the section `orders`. */
export const targetTexts = {
  own: ownTexts,
  order: ownTexts,
  client: {
    title: "bid.client.title",
    confirm: "bid.client.confirm",
    amount: "bid.client.amount",
    terms: "bid.client.terms",
    submit: "bid.confirm.submit",
    done: "bid.client.done",
  },
  change: {
    title: "bid.title",
    confirm: "bid.change.title",
    amount: "bid.confirm.amount",
    terms: "bid.confirm.terms",
    submit: "bid.change.submit",
    done: "bid.change.done",
  },
} as const satisfies Record<BidTarget["kind"], Record<string, MessageKey>>;

/** The viewer's active bid on a lot; the amount is yen. */
export type OwnBid = {
  bidId: string;
  amount: number;
  group: number | null;
  type: number | null;
  version: number | undefined;
  /** The author of the last change, if a conflict named one. */
  changed?: LastChange;
};

/** Returns the viewer's active bid on the lot, null without one. */
export function ownBidOf({
  bidInfo,
}: Pick<LotDetail, "bidInfo">): OwnBid | null {
  const { myBid, myBidAmount, bidStatusId } = bidInfo;
  const isOpen = bidStatusId !== null && isActive(bidStatusId);
  if (myBid === null || myBidAmount === null || !isOpen) return null;
  return {
    bidId: myBid,
    amount: myBidAmount,
    group: bidInfo.myBidGroup ?? null,
    type: bidInfo.myBidType ?? null,
    version: bidInfo.myBidVersion,
  };
}

/** Returns true if both bids have the same amount, group and type. */
export const hasSameValues = (one: OwnBid, other: OwnBid): boolean =>
  one.amount === other.amount &&
  one.group === other.group &&
  one.type === other.type;

/** Returns the newer of two states of a bid; of the same version, the refused one. */
export const newerBid = (shown: OwnBid, refused: OwnBid | null): OwnBid =>
  refused !== null &&
  refused.bidId === shown.bidId &&
  (refused.version ?? 0) >= (shown.version ?? 0)
    ? refused
    : shown;

/** Returns the bid as the server has it, from a change that it refused as stale. */
export function bidOfConflict(error: unknown, sent: OwnBid): OwnBid | null {
  if (!(error instanceof CallError) || error.code !== "stale_row") return null;
  const { bidAmount, bidGroup, exportType, version } = error.current ?? {};
  if (typeof bidAmount !== "number" || typeof version !== "number") return null;
  const idOr = (value: unknown, otherwise: number | null) =>
    typeof value === "number" || value === null ? value : otherwise;
  return {
    bidId: sent.bidId,
    amount: bidAmount,
    group: idOr(bidGroup, sent.group),
    type: idOr(exportType, sent.type),
    version,
    changed: error.changed,
  };
}
