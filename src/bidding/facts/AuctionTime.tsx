import { useLocaleState } from "ra-core";
import { japanDayAndTime } from "../../../domain/japanTime";
import { momentsOf } from "../../../domain/moments";
import type { LotDetail } from "../../../generated/schemas";
import { useT } from "../../providers/i18n/useT";
import { useServerNow } from "../../providers/useServerClock";
import { useSignedIn } from "../../providers/session";
import { classes } from "../../ui/classes";
import { ownBidOf } from "./bidTarget";
import { WarningText } from "../../ui/WarningText";
import {
  changeDeadlineOf,
  inJapan,
  localText,
  timeLeft,
  useIsOpenToClients,
} from "./moment";
import { isStaff } from "../../../domain/access";
import styles from "./BidFacts.module.css";

const hourMs = 3_600_000;

/**
 * The auction's time in Japan and in the reader's zone, and the deadline: of changes for
 * a reader with a bid on the lot, else of bids. Managers also see that of their clients.
 */
export function AuctionTime({ lot }: { lot: LotDetail }) {
  const t = useT();
  const [locale] = useLocaleState();
  const { role } = useSignedIn();
  const { auctionDate } = lot.lotInfo;
  const { biddingDeadline, auctionFinished } = lot.bidInfo;
  if (auctionDate === null)
    return <p className={styles.unknown}>{t("bid.time.unknown")}</p>;
  const { day } = inJapan(auctionDate, locale);
  const { time } = japanDayAndTime(new Date(auctionDate));
  const changeDeadline = ownBidOf(lot) && changeDeadlineOf(lot);
  const ofClients = isStaff(role)
    ? momentsOf(new Date(auctionDate))?.bidsClose
    : null;
  const local = time === null ? null : localText(auctionDate, locale, t);
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
          {local && <span className={styles.note}>{local}</span>}
        </p>
      </div>
      {biddingDeadline && !auctionFinished && (
        <Deadline
          deadline={changeDeadline ?? biddingDeadline}
          texts={changeDeadline === null ? "closes" : "changes"}
          auctionDay={time === null ? null : day}
          ofClients={
            ofClients && ofClients.getTime() !== Date.parse(biddingDeadline)
              ? inJapan(ofClients.toISOString(), locale).time
              : null
          }
        />
      )}
    </div>
  );
}

type DeadlineProps = {
  deadline: string;
  /** Whether bids close then, or only their changes. */
  texts: "closes" | "changes";
  /** If the time of the auction is unknown, the deadline shows its own day. */
  auctionDay: string | null;
  /** The time at which the bids of clients close, for their manager. */
  ofClients: string | null;
};

/** The deadline with a countdown by the server's clock. */
function Deadline(props: DeadlineProps) {
  const { deadline, texts, auctionDay, ofClients } = props;
  const t = useT();
  const [locale] = useLocaleState();
  const left = Date.parse(deadline) - useServerNow(1000).getTime();
  const { day, time } = inJapan(deadline, locale);
  if (left < 0)
    return (
      <p className={classes(styles.note, styles.right)}>
        {t(`bid.time.${texts}.past`, { time })}
      </p>
    );
  const { key, values } = timeLeft(left);
  return (
    <div className={styles.right}>
      <p className={styles.note}>
        {day === auctionDay
          ? t(`bid.time.${texts}.at`, { time })
          : t(`bid.time.${texts}.on`, { day, time })}
      </p>
      <p className={classes(styles.left, left < hourMs && styles.soon)}>
        {t(key, values)}
      </p>
      {ofClients !== null && (
        <p className={styles.note}>
          {t("bid.time.ofClients", { time: ofClients })}
        </p>
      )}
    </div>
  );
}

type CancelRuleProps = {
  lot: Pick<LotDetail, "lotInfo" | "bidInfo">;
  /** Whether a manager places the bid for a client. */
  isForClient: boolean;
};

/**
 * Says until when the client can cancel the bid, or that it cannot be cancelled. Empty
 * for a lot without a deadline.
 */
export function CancelRule({ lot, isForClient }: CancelRuleProps) {
  const t = useT();
  const [locale] = useLocaleState();
  const deadline = changeDeadlineOf(lot);
  const isOpen = useIsOpenToClients(lot);
  if (deadline === null) return null;
  const person = isForClient ? "client" : "own";
  return isOpen ? (
    <p className={styles.note}>
      {t(`bid.cancelRule.${person}.until`, inJapan(deadline, locale))}
    </p>
  ) : (
    <WarningText>{t(`bid.cancelRule.${person}.never`)}</WarningText>
  );
}
