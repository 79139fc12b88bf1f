import { useLocaleState, useTranslate } from "ra-core";
import type { ReactNode } from "react";
import { useMutation } from "@tanstack/react-query";
import { defaultDeposit } from "../../../domain/limits";
import { comparablesCall } from "../../../domain/lotHistory";
import { formatYen } from "../../../domain/money";
import type {
  ComparablesReply,
  LotDetail,
  BidStatus,
} from "../../../generated/schemas";
import { CompanyLinks } from "../../layout/CompanyLinks";
import { useT } from "../../providers/i18n/useT";
import { useSharedCall } from "../../providers/sharedCall";
import { classes } from "../../ui/classes";
import { Icon } from "../../ui/Icon";
import { Skeleton } from "../../ui/Skeleton";
import { averageText } from "./bidLimit";
import type { NoBidReason } from "../whyNoBid";
import { fetchFile } from "../../providers/fetchFile";
import { useWorkspace } from "../../providers/workspace";
import { Button } from "../../ui/Button";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { bidStatuses, bidStatusTone } from "../../../domain/bidStatus";
import { useSignedIn } from "../../providers/session";
import { StatusPill } from "../../ui/Badge";
import { AuctionTime } from "./AuctionTime";
import { changeDeadlineOf, useIsOpenToClients, inJapan } from "./moment";
import { isStaff } from "../../../domain/access";
import styles from "./BidFacts.module.css";

type BidInfo = Pick<LotDetail, "bidInfo">;
type BidFactsProps = {
  lot: LotDetail;
  /** A car at a fixed price has no auction time and no start price. */
  isFixedPrice: boolean;
  /** Whether the bar with the bid button shows the start price or the fixed price. */
  isPriceBeside: boolean;
  /** The coming car whose comparable sales give the market value. */
  comparedLotId: string | undefined;
  reason: NoBidReason | null;
  /** The buttons of the viewer's bid. */
  bidButtons: ReactNode;
};

/** Auction time, prices, the reader's bid and why no bid can be placed. */
export const BidFacts = ({
  lot,
  isFixedPrice,
  isPriceBeside,
  comparedLotId,
  reason,
  bidButtons,
}: BidFactsProps) => (
  <>
    {!isFixedPrice && <AuctionTime lot={lot} />}
    <Prices
      bidInfo={lot.bidInfo}
      isPriceBeside={isPriceBeside}
      comparedLotId={comparedLotId}
    />
    <MyBid bidInfo={lot.bidInfo} isOrder={isFixedPrice} buttons={bidButtons} />
    {reason && <NoBidNotice reason={reason} lot={lot} />}
  </>
);

type PricesProps = BidInfo &
  Pick<BidFactsProps, "isPriceBeside" | "comparedLotId">;

/** The start price beside the market value; once sold, beside the sold price. */
function Prices(props: PricesProps) {
  const { bidInfo, isPriceBeside, comparedLotId } = props;
  const t = useT();
  const { startPrice, soldPrice } = bidInfo;
  return (
    <dl className={styles.prices}>
      {!isPriceBeside && (
        <div>
          <dt className={styles.note}>{t("bid.price.start")}</dt>
          <Price text={startPrice === null ? null : formatYen(startPrice)} />
        </div>
      )}
      <div>
        {soldPrice === null ? (
          <MarketPrice bidInfo={bidInfo} comparedLotId={comparedLotId} />
        ) : (
          <>
            <dt className={styles.note}>{t("bid.price.sold")}</dt>
            <Price text={formatYen(soldPrice)} />
          </>
        )}
      </div>
    </dl>
  );
}

function Price({ text }: { text: string | null }) {
  const t = useT();
  return (
    <dd className={text === null ? styles.unpriced : styles.price}>
      {text ?? t("bid.price.unknown")}
    </dd>
  );
}

/**
 * The median of the comparable sales with the range of their middle half. Lots without
 * enough sales show the average price of their source.
 */
function MarketPrice({
  bidInfo,
  comparedLotId,
}: Pick<PricesProps, "bidInfo" | "comparedLotId">) {
  const t = useT();
  const { data, isLoading } = useSharedCall<ComparablesReply>(
    comparablesCall(comparedLotId ?? ""),
    { isEnabled: comparedLotId !== undefined },
  );
  const { averagePrice, averageOf = [] } = bidInfo;
  if (isLoading)
    return (
      <>
        <dt className={styles.note}>{t("bid.price.market")}</dt>
        <dd>
          <Skeleton height={42} />
        </dd>
      </>
    );
  if (data?.range) {
    const { low, middle, high } = data.range;
    return (
      <>
        <dt className={styles.note}>{t("bid.price.market")}</dt>
        <Price text={formatYen(middle)} />
        <dd className={styles.note}>
          {t("bid.price.spread", {
            low: formatYen(low),
            high: formatYen(high),
            smart_count: data.count,
          })}
        </dd>
      </>
    );
  }
  return (
    <>
      <dt className={styles.note}>{t("bid.price.average")}</dt>
      <Price
        text={averagePrice === null ? null : averageText(averagePrice, t)}
      />
      {averagePrice !== null && averageOf.length > 0 && (
        <dd className={styles.note}>
          {t("bid.price.averageOf", { smart_count: averageOf.length })}
        </dd>
      )}
    </>
  );
}

/** The viewer's bid on the lot, with date and status. */
function MyBid({
  bidInfo,
  isOrder,
  buttons,
}: BidInfo & { isOrder: boolean; buttons: ReactNode }) {
  const t = useT();
  const [locale] = useLocaleState();
  const { myBid, myBidAmount, myBidDate, bidStatusId } = bidInfo;
  const { bidAdjustmentPrice } = bidInfo;
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
        {bidAdjustmentPrice !== null && (
          <p className={styles.note}>
            {t("bid.price.adjustment")}: {formatYen(bidAdjustmentPrice)}
          </p>
        )}
        <ReceiptButton bidId={myBid} />
      </div>
      {bidStatusId !== null && (
        <BidStatusPill status={bidStatusId} isOrder={isOrder} />
      )}
      {buttons}
    </section>
  );
}

const warnings: readonly NoBidReason[] = ["restricted", "limit", "uss"];

/** Says why no bid can be placed and what the reader can do. */
function NoBidNotice({ reason, lot }: { reason: NoBidReason; lot: LotDetail }) {
  const t = useT();
  const [locale] = useLocaleState();
  const deadline = changeDeadlineOf(lot);
  const isOpen = useIsOpenToClients(lot);
  const isWarning = warnings.includes(reason);
  const text = () => {
    if (reason !== "exists" || !isOpen)
      return t(`bid.why.${reason}.text`, {
        deposit: formatYen(defaultDeposit),
      });
    return deadline === null
      ? t("bid.mine.open")
      : t("bid.mine.openUntil", inJapan(deadline, locale));
  };
  return (
    <div
      role="status"
      className={classes(styles.notice, isWarning && styles.warning)}
    >
      <Icon name={isWarning ? "alert" : "info"} className={styles.icon} />
      <div>
        <h3 className={styles.reason}>{t(`bid.why.${reason}.title`)}</h3>
        <p>{text()}</p>
        {reason === "restricted" && <CompanyLinks />}
      </div>
    </div>
  );
}

/**
 * Downloads the receipt of the bid, with the time in the reader's time zone. Empty if
 * the server has no receipts.
 */
function ReceiptButton({ bidId }: { bidId: string }) {
  const t = useT();
  const { isOwnServer } = useWorkspace();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => {
      const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
      return fetchFile("/bid/receipt", { query: { bidId, timeZone } });
    },
  });
  if (!isOwnServer) return null;
  return (
    <>
      <Button kind="ghost" isPending={isPending} onClick={() => mutate()}>
        {t("bid.mine.receipt")}
      </Button>
      {error && <ErrorNotice error={error} />}
    </>
  );
}

/** The status of a bid or order. Clients and managers have different labels for bids. */
export function BidStatusPill({
  status,
  isOrder,
}: {
  status: BidStatus;
  isOrder: boolean;
}) {
  const translate = useTranslate();
  const { role } = useSignedIn();
  if (status === bidStatuses.blank) return null;
  const ofBids = isStaff(role) ? "bidStatus" : "bidStatusClient";
  const labels = isOrder ? "orderStatus" : ofBids;
  return (
    <StatusPill tone={bidStatusTone(status)}>
      {translate(`choices.bid.${labels}.${status}`)}
    </StatusPill>
  );
}
