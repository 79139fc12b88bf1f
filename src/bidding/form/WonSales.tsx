import { wonAt } from "../../../domain/comparables";
import { comparablesCall } from "../../../domain/lotHistory";
import type { ComparablesReply } from "../../../generated/schemas";
import { useT } from "../../providers/i18n/useT";
import { useSharedCall } from "../../providers/sharedCall";
import styles from "./BidForm.module.css";

/**
 * Says how many of the comparable sales a maximum in yen would have won. It keeps
 * its line while it is empty.
 */
export function WonSales({
  lotId,
  amount,
  isForClient,
}: {
  lotId: string;
  amount: number | null;
  /** Whether a manager bids for a client. */
  isForClient: boolean;
}) {
  const t = useT();
  const { data } = useSharedCall<ComparablesReply>(comparablesCall(lotId));
  const prices = (data?.sales ?? [])
    .filter(({ isOutlier }) => !isOutlier)
    .map(({ soldPrice }) => soldPrice);
  return (
    <p className={styles.won} role="status">
      {amount !== null &&
        prices.length > 0 &&
        t(isForClient ? "bid.client.won" : "bid.field.won", {
          won: wonAt(amount, prices),
          smart_count: prices.length,
        })}
    </p>
  );
}
