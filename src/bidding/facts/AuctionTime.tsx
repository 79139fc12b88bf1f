import { useLocaleState } from "ra-core";
import type { LotDetail } from "../../../generated/schemas";
import { useT } from "../../providers/i18n/useT";
import { Deadline } from "./Deadline";
import { inJapan, whereIAm } from "./moment";
import styles from "./BidFacts.module.css";

/** When the lot is sold, in Japan and where the reader is, and until when. */
export function AuctionTime({ lot }: { lot: LotDetail }) {
  const t = useT();
  const [locale] = useLocaleState();
  const { auctionDate } = lot.lotInfo;
  const { biddingDeadline, auctionFinished } = lot.bidInfo;
  if (auctionDate === null)
    return <p className={styles.unknown}>{t("bid.time.unknown")}</p>;
  const { day, time } = inJapan(auctionDate, locale);
  const mine = whereIAm(auctionDate, locale);
  return (
    <div className={styles.when}>
      <div>
        <p className={styles.note}>
          {t(auctionFinished ? "bid.time.held" : "bid.time.starts", { day })}
        </p>
        <p>
          <time className={styles.clock} dateTime={auctionDate}>
            {time}
          </time>{" "}
          {mine && (
            <span className={styles.note}>
              {mine.day === null
                ? t("bid.time.yours", { time: mine.time })
                : t("bid.time.yoursOn", { day: mine.day, time: mine.time })}
            </span>
          )}
        </p>
      </div>
      {biddingDeadline && !auctionFinished && (
        <Deadline deadline={biddingDeadline} auctionDate={auctionDate} />
      )}
    </div>
  );
}
