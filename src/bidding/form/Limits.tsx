import { hasFlag } from "../../../domain/access";
import { allowedBid } from "../../../domain/bidRules";
import { formatYen } from "../../../domain/money";
import { useT } from "../../providers/i18n/useT";
import { useSignedIn } from "../../providers/session";
import styles from "./BidForm.module.css";

/** What the account still allows: money and bids of the day. */
export function Limits() {
  const t = useT();
  const { viewer, balanceInfo } = useSignedIn();
  const { bidAllow, dailyBidLimit, bidsToday } = balanceInfo;
  const hasCredit = hasFlag(viewer, "creditLimitCheck");
  const hasDaily =
    hasFlag(viewer, "dailyBidLimitCheck") && bidsToday !== undefined;
  if (!hasCredit && !hasDaily) return null;
  return (
    <p className={styles.limits}>
      {hasCredit && (
        <span>
          {t("bid.limits.free", {
            amount: formatYen(bidAllow ?? allowedBid(balanceInfo)),
          })}
        </span>
      )}
      {hasDaily && (
        <span>
          {t("bid.limits.today", { used: bidsToday, limit: dailyBidLimit })}
        </span>
      )}
    </p>
  );
}
