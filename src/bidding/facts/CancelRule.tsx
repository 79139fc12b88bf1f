import { useLocaleState } from "ra-core";
import type { LotDetail } from "../../../generated/schemas";
import { useT } from "../../providers/i18n/useT";
import { useHasPassed } from "../../providers/serverClock";
import { WarningText } from "../../ui/WarningText";
import { changeDeadlineOf } from "./changeDeadline";
import { inJapan } from "./moment";
import styles from "./BidFacts.module.css";

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
  const isLate = useHasPassed(deadline);
  if (deadline === null) return null;
  const person = isForClient ? "client" : "own";
  return isLate || !lot.bidInfo.cancellationAllowed ? (
    <WarningText>{t(`bid.cancelRule.${person}.never`)}</WarningText>
  ) : (
    <p className={styles.note}>
      {t(`bid.cancelRule.${person}.until`, inJapan(deadline, locale))}
    </p>
  );
}
