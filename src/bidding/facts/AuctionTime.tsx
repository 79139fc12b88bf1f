import { useLocaleState } from "ra-core";
import { japanDayAndTime } from "../../../domain/japanTime";
import type { LotDetail } from "../../../generated/schemas";
import { useT } from "../../providers/i18n/useT";
import { useServerNow } from "../../providers/serverClock";
import { classes } from "../../ui/classes";
import { inJapan, inReaderZone, timeLeft } from "./moment";
import styles from "./BidFacts.module.css";

const hourMs = 3_600_000;

/** The auction's time in Japan and in the reader's zone, and the deadline. */
export function AuctionTime({ lot }: { lot: LotDetail }) {
  const t = useT();
  const [locale] = useLocaleState();
  const { auctionDate } = lot.lotInfo;
  const { biddingDeadline, auctionFinished } = lot.bidInfo;
  if (auctionDate === null)
    return <p className={styles.unknown}>{t("bid.time.unknown")}</p>;
  const { day } = inJapan(auctionDate, locale);
  const { time } = japanDayAndTime(new Date(auctionDate));
  const local = time === null ? null : inReaderZone(auctionDate, locale);
  return (
    <div className={styles.when}>
      <div>
        <p className={styles.note}>
          {t(auctionFinished ? "bid.time.held" : "bid.time.starts", { day })}
        </p>
        <p>
          {time === null ? (
            !auctionFinished && t("bid.time.unknown")
          ) : (
            <time className={styles.clock} dateTime={auctionDate}>
              {time}
            </time>
          )}{" "}
          {local && (
            <span className={styles.note}>
              {local.day === null
                ? t("bid.time.yours", { time: local.time })
                : t("bid.time.yoursOn", { day: local.day, time: local.time })}
            </span>
          )}
        </p>
      </div>
      {biddingDeadline && !auctionFinished && (
        <Deadline
          deadline={biddingDeadline}
          auctionDay={time === null ? null : day}
        />
      )}
    </div>
  );
}

/** If the time of the auction is unknown, the deadline shows its own day. */
type DeadlineProps = { deadline: string; auctionDay: string | null };

/** The deadline of bids with a countdown by the server's clock. */
function Deadline({ deadline, auctionDay }: DeadlineProps) {
  const t = useT();
  const [locale] = useLocaleState();
  const left = Date.parse(deadline) - useServerNow(1000).getTime();
  const { day, time } = inJapan(deadline, locale);
  if (left < 0)
    return (
      <p className={classes(styles.note, styles.right)}>
        {t("bid.time.closed", { time })}
      </p>
    );
  const { key, values } = timeLeft(left);
  return (
    <div className={styles.right}>
      <p className={styles.note}>
        {day === auctionDay
          ? t("bid.time.closes", { time })
          : t("bid.time.closesOn", { day, time })}
      </p>
      <p className={classes(styles.left, left < hourMs && styles.soon)}>
        {t(key, values)}
      </p>
    </div>
  );
}
