import { useId, type KeyboardEvent } from "react";
import { bidIncrement, largestAmount } from "../../../domain/limits";
import { formatNumber, parseAmount } from "../../../domain/money";
import { useT } from "../../providers/i18n/useT";
import { IconButton } from "../../ui/IconButton";
import { classes } from "../../ui/classes";
import { useCaret } from "./useCaret";
import styles from "./BidForm.module.css";

type AmountFieldProps = {
  amount: number | null;
  startPrice: number | null;
  error: string | undefined;
  /** An order takes just the price it has. */
  isFixed: boolean;
  onChange: (amount: number | null) => void;
  onBlur: () => void;
};

const step = bidIncrement;

/** The next possible bid above or below, never under the lowest. */
function nextAmount({
  amount,
  by,
  lowest,
}: {
  amount: number | null;
  by: 1 | -1;
  lowest: number;
}): number {
  if (amount === null || amount < lowest) return lowest;
  const whole = by > 0 ? Math.floor(amount / step) : Math.ceil(amount / step);
  const next = (whole + by) * step;
  return Math.min(Math.max(next, lowest), largestAmount);
}

/**
 * The maximum bid in yen: digits only, thousands set apart as one types; the
 * arrow keys and the buttons go by 5000, from the start price on.
 */
export function AmountField(props: AmountFieldProps) {
  const { amount, startPrice, error, isFixed, onChange, onBlur } = props;
  const t = useT();
  const id = useId();
  const text = amount === null ? "" : formatNumber(amount);
  const { input, note } = useCaret(text);
  const lowest = Math.ceil(Math.max(startPrice ?? 0, 1) / step) * step;
  const go = (by: 1 | -1) => {
    onChange(nextAmount({ amount, by, lowest }));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isFixed || (event.key !== "ArrowUp" && event.key !== "ArrowDown"))
      return;
    event.preventDefault();
    go(event.key === "ArrowUp" ? 1 : -1);
  };
  const stepText = formatNumber(step);
  return (
    <div className={styles.wide}>
      <label className={styles.label} htmlFor={id}>
        {t("bid.field.amount")}
      </label>
      <div className={classes(styles.amount, error && styles.wrong)}>
        <span className={styles.yen} aria-hidden="true">
          ¥
        </span>
        <input
          ref={input}
          id={id}
          name="amount"
          className={styles.figure}
          inputMode="numeric"
          autoComplete="off"
          required
          readOnly={isFixed}
          value={text}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-note` : undefined}
          onBlur={onBlur}
          onKeyDown={onKeyDown}
          onChange={(event) => {
            note(event);
            onChange(parseAmount(event.target.value.slice(0, 20)));
          }}
        />
        {!isFixed && (
          <>
            <span className={styles.step} aria-hidden="true">
              {t("bid.field.step", { step: stepText })}
            </span>
            <IconButton
              icon="minus"
              label={t("bid.field.less", { step: stepText })}
              onClick={() => {
                go(-1);
              }}
            />
            <IconButton
              icon="plus"
              label={t("bid.field.more", { step: stepText })}
              onClick={() => {
                go(1);
              }}
            />
          </>
        )}
      </div>
      <p id={`${id}-note`} className={styles.error} aria-live="polite">
        {error}
      </p>
    </div>
  );
}
