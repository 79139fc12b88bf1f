import { useState } from "react";
import { hasFlag, type Role } from "../../domain/access";
import { formatYen } from "../../domain/money";
import type { Resource } from "../../domain/resource";
import type { LotDetail } from "../../generated/schemas";
import { useLotHistory } from "../providers/comparables";
import { useT } from "../providers/i18n/useT";
import { useHasPassed } from "../providers/serverClock";
import { useSignedIn } from "../providers/session";
import { Button } from "../ui/Button";
import { Dialog } from "../ui/Dialog";
import { isPhoneNow } from "../ui/useMedia";
import { VisuallyHidden } from "../ui/VisuallyHidden";
import type { AsideProps } from "../workspace/registry/areas";
import { LotChat } from "./chat/LotChat";
import { BidFacts } from "./facts/BidFacts";
import { BidFields, placeKey } from "./form/BidFields";
import { useBidForm } from "./form/useBidForm";
import { BidDialogs } from "./submission/BidDialogs";
import { ownBidOf, type BidTarget, type OwnBid } from "./submission/bidTarget";
import { CancelBid } from "./submission/CancelBid";
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
      resource={resource}
    />
  );
}

type BidPanelProps = {
  lot: LotDetail;
  /** The lot's name. */
  title: string;
  /** The lot's list. Not every page type takes bids. */
  resource: Pick<Resource, "row" | "pageType">;
};

/**
 * The auction's time, the prices and the bid form of a lot. On a phone the form
 * opens in a full-screen dialog from a bar at the bottom.
 */
export function BidPanel({ lot, title, resource }: BidPanelProps) {
  const { pageType } = resource;
  const t = useT();
  const session = useSignedIn();
  const { hasWorth } = useLotHistory(resource);
  const [isOpen, setOpen] = useState(false);
  const [isChanging, setChanging] = useState(false);
  const [isCancelling, setCancelling] = useState(false);
  const { bidInfo } = lot;
  const isLate = useHasPassed(bidInfo.biddingDeadline);
  const reason = whyNoBid({ lot, pageType, session, isLate });
  const ownBid = ownBidOf(lot);
  const mayChange =
    reason === "exists" &&
    bidInfo.cancellationAllowed &&
    hasFlag(session.viewer, "biddingAllowed");
  const target = targetOf(session.role, isChanging ? ownBid : null);
  const canBid = reason === null || (mayChange && target.kind === "change");
  const lotType = lotTypeOf(pageType) ?? undefined;
  const isFixedPrice = lotType === "stock";
  const form = useBidForm({ lot, isFixedPrice, isEnabled: canBid, target });
  const endChange = () => {
    form.reset();
    setChanging(false);
    setOpen(false);
  };
  const submission = useBidSubmission({
    lot,
    lotType,
    form,
    target,
    onClosed: endChange,
  });
  // A dialog left open would come back by itself when bidding is possible again.
  if (isOpen && !canBid) setOpen(false);

  const facts = (
    <BidFacts
      lot={lot}
      isFixedPrice={isFixedPrice}
      reason={canBid ? null : reason}
      bidButtons={
        ownBid &&
        target.kind !== "client" &&
        !isChanging && (
          <div className={styles.buttons}>
            {mayChange && (
              <Button
                onClick={() => {
                  setChanging(true);
                  setOpen(isPhoneNow());
                }}
              >
                {t("bid.mine.change")}
              </Button>
            )}
            <Button
              kind="ghost"
              onClick={() => {
                setCancelling(true);
              }}
            >
              {t("bid.mine.cancel")}
            </Button>
          </div>
        )
      }
    />
  );
  const fields = canBid && (
    <BidFields
      form={form}
      startPrice={bidInfo.startPrice}
      isFixedPrice={isFixedPrice}
      comparedLotId={hasWorth ? lot.carCommonDetail.id : undefined}
      submission={submission}
      onDiscard={target.kind === "change" ? endChange : undefined}
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
          startPrice={bidInfo.startPrice}
          label={t(
            target.kind === "change"
              ? "bid.mine.change"
              : placeKey(isFixedPrice),
          )}
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
      {isCancelling && ownBid && (
        <CancelBid
          bid={ownBid}
          bidInfo={bidInfo}
          onClose={() => {
            setCancelling(false);
          }}
        />
      )}
    </>
  );
}

/** Returns the purpose of the form: managers bid for their clients. */
function targetOf(role: Role, changed: OwnBid | null): BidTarget {
  if (role === "manager" || role === "admin") return { kind: "client" };
  return changed ? { kind: "change", bid: changed } : { kind: "own" };
}

type BidBarProps = {
  startPrice: number | null;
  label: string;
  onOpen: () => void;
};

/** The bar at the bottom of a phone: start price and bid button. */
function BidBar({ startPrice, label, onOpen }: BidBarProps) {
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
        {label}
      </Button>
    </div>
  );
}
