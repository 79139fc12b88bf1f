import { useState } from "react";
import type { LotDetail } from "../../generated/schemas";
import { useT } from "../providers/i18n/useT";
import { useSignedIn } from "../providers/session";
import { Dialog } from "../ui/Dialog";
import { VisuallyHidden } from "../ui/VisuallyHidden";
import { BidBar } from "./BidBar";
import { BidFacts } from "./facts/BidFacts";
import { useHasPassed } from "./facts/useHasPassed";
import { BidFields } from "./form/BidFields";
import { useBidForm } from "./form/useBidForm";
import { PlacingDialogs } from "./placing/PlacingDialogs";
import { usePlacing } from "./placing/usePlacing";
import { lotTypeOf, whyNoBid } from "./whyNoBid";
import styles from "./BidPanel.module.css";

type BidPanelProps = {
  lot: LotDetail;
  /** What the lot is called. */
  title: string;
  /** The page type of its list, which says whether bids are placed there. */
  pageType: string | undefined;
};

/**
 * When the lot is sold, what it costs, and a bid on it: at the side of the
 * page, on a phone behind the button at the bottom.
 */
export function BidPanel({ lot, title, pageType }: BidPanelProps) {
  const t = useT();
  const session = useSignedIn();
  const [isOpen, setOpen] = useState(false);
  const isLate = useHasPassed(lot.bidInfo.biddingDeadline);
  const reason = whyNoBid({ lot, pageType, session, isLate });
  const canBid = reason === null;
  const lotType = lotTypeOf(pageType) ?? undefined;
  const isFixedPrice = lotType === "stock";
  const form = useBidForm({ lot, isFixedPrice, isEnabled: canBid });
  const placing = usePlacing({ lot, lotType, form });

  const facts = <BidFacts lot={lot} reason={reason} />;
  const fields = canBid && (
    <BidFields
      form={form}
      startPrice={lot.bidInfo.startPrice}
      isFixedPrice={isFixedPrice}
      placing={placing}
    />
  );
  return (
    <>
      <section className={styles.panel} aria-label={t("bid.title")}>
        <VisuallyHidden>
          <h2>{t("bid.title")}</h2>
        </VisuallyHidden>
        {facts}
        <div className={styles.wide}>{fields}</div>
      </section>
      {canBid && (
        <BidBar
          startPrice={lot.bidInfo.startPrice}
          onOpen={() => {
            setOpen(true);
          }}
        />
      )}
      {isOpen && canBid && (
        <Dialog
          title={title}
          size="full"
          onClose={() => {
            setOpen(false);
          }}
        >
          <div className={styles.full}>
            {facts}
            {fields}
          </div>
        </Dialog>
      )}
      <PlacingDialogs lot={lot} title={title} placing={placing} />
    </>
  );
}
