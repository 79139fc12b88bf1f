import { useLocaleState } from "ra-core";
import type { ReactNode } from "react";
import { formatYen } from "../../../domain/money";
import type { LotDetail } from "../../../generated/schemas";
import { useT } from "../../providers/i18n/useT";
import { classes } from "../../ui/classes";
import { Icon } from "../../ui/Icon";
import { BidStatusPill } from "../BidStatusPill";
import { averageText } from "../submission/amountWarning";
import type { NoBidReason } from "../whyNoBid";
import { AuctionTime } from "./AuctionTime";
import { inJapan } from "./moment";
import { ReceiptButton } from "./ReceiptButton";
import styles from "./BidFacts.module.css";

type BidInfo = Pick<LotDetail, "bidInfo">;
type BidFactsProps = {
  lot: LotDetail;
  /** A car at a fixed price has no auction time and no start price. */
  isFixedPrice: boolean;
  reason: NoBidReason | null;
  /** The buttons of the viewer's bid. */
  bidButtons: ReactNode;
};

/** Auction time, prices, the reader's bid and why no bid can be placed. */
export const BidFacts = ({
  lot,
  isFixedPrice,
  reason,
  bidButtons,
}: BidFactsProps) => (
  <>
    {!isFixedPrice && <AuctionTime lot={lot} />}
    <Prices bidInfo={lot.bidInfo} isFixedPrice={isFixedPrice} />
    <MyBid bidInfo={lot.bidInfo} buttons={bidButtons} />
    {reason && <NoBidNotice reason={reason} bidInfo={lot.bidInfo} />}
  </>
);

/** The start price and the average price; once sold, the sold price. */
function Prices({
  bidInfo,
  isFixedPrice,
}: BidInfo & Pick<BidFactsProps, "isFixedPrice">) {
  const t = useT();
  const { startPrice, averagePrice, averageOf = [], soldPrice } = bidInfo;
  const average = averagePrice === null ? null : averageText(averagePrice, t);
  const price = (text: string | null) => (
    <dd className={text === null ? styles.unpriced : styles.price}>
      {text ?? t("bid.price.unknown")}
    </dd>
  );
  return (
    <dl className={styles.prices}>
      <div>
        <dt className={styles.note}>
          {t(isFixedPrice ? "bid.price.fixed" : "bid.price.start")}
        </dt>
        {price(startPrice === null ? null : formatYen(startPrice))}
      </div>
      <div>
        <dt className={styles.note}>
          {t(soldPrice === null ? "bid.price.average" : "bid.price.sold")}
        </dt>
        {price(soldPrice === null ? average : formatYen(soldPrice))}
        {soldPrice === null && average !== null && averageOf.length > 0 && (
          <dd className={styles.note}>
            {t("bid.price.averageOf", { smart_count: averageOf.length })}
          </dd>
        )}
      </div>
    </dl>
  );
}

/** The viewer's bid on the lot, with date and status. */
function MyBid({ bidInfo, buttons }: BidInfo & { buttons: ReactNode }) {
  const t = useT();
  const [locale] = useLocaleState();
  const { myBid, myBidAmount, myBidDate, bidStatusId } = bidInfo;
  if (myBid === null || myBidAmount === null) return null;
  return (
    <section className={styles.ownBid}>
      <div>
        <h3 className={styles.note}>{t("bid.mine.title")}</h3>
        <p className={styles.price}>{formatYen(myBidAmount)}</p>
        {myBidDate && (
          <p className={styles.note}>
            {t("bid.mine.placed", inJapan(myBidDate, locale))}
          </p>
        )}
        <ReceiptButton bidId={myBid} />
      </div>
      {bidStatusId !== null && <BidStatusPill status={bidStatusId} />}
      {buttons}
    </section>
  );
}

const warnings: readonly NoBidReason[] = ["restricted", "limit", "uss"];

/** Says why no bid can be placed and what the reader can do. */
function NoBidNotice({ reason, bidInfo }: BidInfo & { reason: NoBidReason }) {
  const t = useT();
  const isWarning = warnings.includes(reason);
  return (
    <div
      role="status"
      className={classes(styles.notice, isWarning && styles.warning)}
    >
      <Icon name={isWarning ? "alert" : "info"} className={styles.icon} />
      <div>
        <h3 className={styles.reason}>{t(`bid.why.${reason}.title`)}</h3>
        <p>
          {reason === "exists" && bidInfo.cancellationAllowed
            ? t("bid.mine.open", { hours: bidInfo.cancelDeadlineHour })
            : t(`bid.why.${reason}.text`)}
        </p>
      </div>
    </div>
  );
}
