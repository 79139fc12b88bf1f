import { useState } from "react";
import { formatYen } from "../../domain/money";
import type { LotDetail } from "../../generated/schemas";
import { useT } from "../providers/i18n/useT";
import { useHasPassed } from "../providers/serverClock";
import { useSignedIn } from "../providers/session";
import { Button } from "../ui/Button";
import { Dialog } from "../ui/Dialog";
import { VisuallyHidden } from "../ui/VisuallyHidden";
import type { AsideProps } from "../workspace/registry/areas";
import { LotChat } from "./chat/LotChat";
import { BidFacts } from "./facts/BidFacts";
import { BidFields } from "./form/BidFields";
import { useBidForm } from "./form/useBidForm";
import { BidDialogs } from "./submission/BidDialogs";
import { useBidSubmission } from "./submission/useBidSubmission";
import { lotTypeOf, whyNoBid } from "./whyNoBid";
import styles from "./BidPanel.module.css";

/** The bid panel of a lot's page. A panel for another lot starts empty. */
export default function LotBidPanel({ resource, detail, title }: AsideProps) {
  const lot = detail as LotDetail;
  return (
    <BidPanel
      key={lot.carCommonDetail.id}
      lot={lot}
      title={title}
      pageType={resource.pageType}
    />
  );
}

type BidPanelProps = {
  lot: LotDetail;
  /** The lot's name. */
  title: string;
  /** The page type of the lot's list; not every type takes bids. */
  pageType: string | undefined;
};

/**
 * The auction's time, the prices and the bid form of a lot. On a phone the form
 * opens in a full-screen dialog from a bar at the bottom.
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
  const submission = useBidSubmission({ lot, lotType, form });
  // A dialog left open would come back by itself when bidding is possible again.
  if (isOpen && !canBid) setOpen(false);

  const facts = <BidFacts lot={lot} reason={reason} />;
  const fields = canBid && (
    <BidFields
      form={form}
      startPrice={lot.bidInfo.startPrice}
      isFixedPrice={isFixedPrice}
      submission={submission}
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
        {lot.bidInfo.myBid !== null && (
          <LotChat
            key={lot.bidInfo.myBid}
            bidId={lot.bidInfo.myBid}
            title={title}
          />
        )}
      </section>
      {canBid && (
        <BidBar
          startPrice={lot.bidInfo.startPrice}
          onOpen={() => {
            setOpen(true);
          }}
        />
      )}
      {isOpen && (
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
      <BidDialogs lot={lot} title={title} submission={submission} />
    </>
  );
}

type BidBarProps = { startPrice: number | null; onOpen: () => void };

/** The bar at the bottom of a phone: start price and bid button. */
function BidBar({ startPrice, onOpen }: BidBarProps) {
  const t = useT();
  return (
    <div className={styles.bar} data-action-bar>
      <p className={styles.price}>
        <span className={styles.label}>{t("bid.price.start")}</span>
        <b>
          {startPrice === null ? t("bid.price.unknown") : formatYen(startPrice)}
        </b>
      </p>
      <Button kind="primary" className={styles.button} onClick={onOpen}>
        {t("bid.place")}
      </Button>
    </div>
  );
}
