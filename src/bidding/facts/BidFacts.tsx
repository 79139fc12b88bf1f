import type { LotDetail } from "../../../generated/schemas";
import type { NoBidReason } from "../whyNoBid";
import { AuctionTime } from "./AuctionTime";
import { MyBid } from "./MyBid";
import { NoBidNotice } from "./NoBidNotice";
import { Prices } from "./Prices";

type BidFactsProps = { lot: LotDetail; reason: NoBidReason | null };

/** What to know before a bid: when, how much, one's own, and what is against. */
export const BidFacts = ({ lot, reason }: BidFactsProps) => (
  <>
    <AuctionTime lot={lot} />
    <Prices bidInfo={lot.bidInfo} />
    <MyBid bidInfo={lot.bidInfo} />
    {reason && <NoBidNotice reason={reason} />}
  </>
);
