import { formatYen } from "../../../domain/money";
import type { LotDetail } from "../../../generated/schemas";
import { useT } from "../../providers/i18n/useT";
import styles from "./BidFacts.module.css";

/** The start price, and what such cars bring: this one's price once sold. */
export function Prices({ bidInfo }: Pick<LotDetail, "bidInfo">) {
  const t = useT();
  const { startPrice, averagePrice, soldPrice } = bidInfo;
  const yen = (price: number | null) =>
    price === null ? (
      <dd className={styles.unpriced}>{t("bid.price.unknown")}</dd>
    ) : (
      <dd className={styles.price}>{formatYen(price)}</dd>
    );
  return (
    <dl className={styles.prices}>
      <div>
        <dt className={styles.note}>{t("bid.price.start")}</dt>
        {yen(startPrice)}
      </div>
      <div>
        <dt className={styles.note}>
          {t(soldPrice === null ? "bid.price.average" : "bid.price.sold")}
        </dt>
        {yen(soldPrice ?? averagePrice)}
      </div>
    </dl>
  );
}
