import { formatYen } from "../../domain/money";
import { useT } from "../providers/i18n/useT";
import { Button } from "../ui/Button";
import styles from "./BidBar.module.css";

type BidBarProps = { startPrice: number | null; onOpen: () => void };

/** The bar at the bottom of a phone: start price and bid button. */
export function BidBar({ startPrice, onOpen }: BidBarProps) {
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
