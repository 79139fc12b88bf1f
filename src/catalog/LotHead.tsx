import { useTranslate } from "ra-core";
import { lotStatusTone } from "../../domain/lotStatus";
import type { LotDetail } from "../../generated/schemas";
import { useT } from "../providers/i18n/useT";
import { StatusPill } from "../ui/StatusPill";
import styles from "./LotPage.module.css";

/** The headline of a lot: its name, auction, lot number and status. */
export function LotHead({ title, lot }: { title: string; lot: LotDetail }) {
  const t = useT();
  const translate = useTranslate();
  const { lotNumber, auctionName, status } = lot.lotInfo;
  const { chassisId, serial } = lot.carInfo;
  const words = [
    auctionName,
    t("lot.number", { number: lotNumber }),
    [chassisId, serial].filter(Boolean).join("-"),
  ].filter(Boolean);
  return (
    <header className={styles.head}>
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.sub}>
        {words.join(" · ")}
        <StatusPill tone={lotStatusTone(status)}>
          {translate(`choices.lot.status.${status}`)}
        </StatusPill>
      </p>
    </header>
  );
}
