import { useId } from "react";
import { useT } from "../../providers/i18n/useT";
import styles from "./BidDialogs.module.css";

type TermsProps = {
  isAccepted: boolean;
  problem: string | undefined;
  onChange: (isAccepted: boolean) => void;
};

/** The checkbox that accepts the bidding terms. */
export function Terms({ isAccepted, problem, onChange }: TermsProps) {
  const t = useT();
  const id = useId();
  return (
    <div>
      <label className={styles.terms}>
        <input
          type="checkbox"
          required
          checked={isAccepted}
          aria-invalid={problem ? true : undefined}
          aria-describedby={id}
          onChange={(event) => {
            onChange(event.target.checked);
          }}
        />
        <span>{t("bid.confirm.terms")}</span>
      </label>
      <p id={id} className={problem && styles.problem} aria-live="polite">
        {problem}
      </p>
    </div>
  );
}
