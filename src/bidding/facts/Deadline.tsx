import { useLocaleState } from "ra-core";
import { useT } from "../../providers/i18n/useT";
import { useServerNow } from "../../providers/serverClock";
import { classes } from "../../ui/classes";
import { inJapan } from "./moment";
import { timeLeft } from "./timeLeft";
import styles from "./BidFacts.module.css";

const anHour = 3_600_000;

/** Until when bids are taken, and how long that still is, second by second. */
export function Deadline({
  deadline,
  auctionDate,
}: {
  deadline: string;
  auctionDate: string;
}) {
  const t = useT();
  const [locale] = useLocaleState();
  const now = useServerNow(1000);
  const left = Date.parse(deadline) - now.getTime();
  const { day, time } = inJapan(deadline, locale);
  const isSameDay = day === inJapan(auctionDate, locale).day;
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
        {t(isSameDay ? "bid.time.closes" : "bid.time.closesOn", { day, time })}
      </p>
      <p className={classes(styles.left, left < anHour && styles.soon)}>
        {t(key, values)}
      </p>
    </div>
  );
}
