import { bidIncrement, largestAmount } from "../../../domain/limits";
import { formatNumber } from "../../../domain/money";
import { useT } from "../../providers/i18n/useT";
import { classes } from "../../ui/classes";
import { Labelled } from "../../ui/Field";
import { IconButton } from "../../ui/IconButton";
import { useNumberInput } from "../../ui/useNumberInput";
import { wonAt } from "../../../domain/comparables";
import { comparablesCall } from "../../../domain/lotHistory";
import type { ComparablesReply } from "../../../generated/schemas";
import { useSharedCall } from "../../providers/sharedCall";
import styles from "./BidForm.module.css";

type AmountFieldProps = {
  /** Yen; null is empty. */
  amount: number | null;
  label: string;
  startPrice: number | null;
  error: string | undefined;
  /** An order on a fixed-price car cannot change the price. */
  isFixed: boolean;
  onChange: (amount: number | null) => void;
  onBlur: () => void;
};

const digitsOfLargestAmount = String(largestAmount).length;

/** Returns the next bid step above or below, at least `lowest`. */
function nextAmount({
  amount,
  direction,
  lowest,
}: {
  amount: number | null;
  direction: 1 | -1;
  lowest: number;
}): number {
  if (amount === null || amount < lowest) return lowest;
  const steps = amount / bidIncrement;
  const whole = direction > 0 ? Math.floor(steps) : Math.ceil(steps);
  const next = (whole + direction) * bidIncrement;
  return Math.min(Math.max(next, lowest), largestAmount);
}

/**
 * The maximum bid in yen. Arrow keys and buttons change it by 5,000, starting
 * at the start price.
 */
export function AmountField(props: AmountFieldProps) {
  const { amount, startPrice, error, isFixed, onChange, onBlur } = props;
  const t = useT();
  const lowest =
    Math.ceil(Math.max(startPrice ?? 0, 1) / bidIncrement) * bidIncrement;
  const stepBy = (direction: 1 | -1) => {
    onChange(nextAmount({ amount, direction, lowest }));
  };
  const number = useNumberInput({
    value: amount,
    maxDigits: digitsOfLargestAmount,
    onChange: (value) => {
      onChange(value === 0 ? null : value);
    },
    onStep: isFixed ? undefined : stepBy,
  });
  const step = formatNumber(bidIncrement);
  return (
    <Labelled className={styles.wide} label={props.label} error={error}>
      {(attributes) => (
        <div className={classes(styles.amount, error && styles.wrong)}>
          <span className={styles.yen} aria-hidden="true">
            ¥
          </span>
          <input
            {...number}
            {...attributes}
            name="amount"
            className={styles.figure}
            required
            readOnly={isFixed}
            onBlur={onBlur}
          />
          {!isFixed && (
            <>
              <span className={styles.step} aria-hidden="true">
                {t("bid.field.step", { step })}
              </span>
              <IconButton
                icon="minus"
                label={t("bid.field.less", { step })}
                onClick={() => {
                  stepBy(-1);
                }}
              />
              <IconButton
                icon="plus"
                label={t("bid.field.more", { step })}
                onClick={() => {
                  stepBy(1);
                }}
              />
            </>
          )}
        </div>
      )}
    </Labelled>
  );
}

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
