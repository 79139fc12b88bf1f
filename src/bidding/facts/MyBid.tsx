import { useLocaleState } from "ra-core";
import { formatYen } from "../../../domain/money";
import type { LotDetail } from "../../../generated/schemas";
import { useT } from "../../providers/i18n/useT";
import { BidStatusPill } from "../BidStatusPill";
import { inJapan } from "./moment";
import styles from "./BidFacts.module.css";

/** The reader's own bid on the lot: how much, since when, how it stands. */
export function MyBid({ bidInfo }: Pick<LotDetail, "bidInfo">) {
  const t = useT();
  const [locale] = useLocaleState();
  const { myBid, myBidAmount, myBidDate, bidStatusId } = bidInfo;
  if (myBid === null || myBidAmount === null) return null;
  return (
    <section className={styles.mine}>
      <div>
        <h3 className={styles.note}>{t("bid.mine.title")}</h3>
        <p className={styles.price}>{formatYen(myBidAmount)}</p>
        {myBidDate && (
          <p className={styles.note}>
            {t("bid.mine.placed", inJapan(myBidDate, locale))}
          </p>
        )}
      </div>
      {bidStatusId !== null && <BidStatusPill status={bidStatusId} />}
    </section>
  );
}
