import { useT } from "../../providers/i18n/useT";
import type { ControlProps } from "../registry/controls";
import { DateInput } from "./DateInput";
import { useOrdered } from "./useOrdered";
import styles from "./DatesControl.module.css";

/** Days from and to; one of them may be left open. */
export function DatesControl({ label, value, onChange }: ControlProps) {
  const t = useT();
  const { from, to, isWrong, change } = useOrdered<string>(
    value?.kind === "dates" ? value : { from: null, to: null },
    (ends) => {
      onChange(ends.from || ends.to ? { kind: "dates", ...ends } : undefined);
    },
  );
  return (
    <div className={styles.pair} role="group" aria-label={label}>
      <DateInput
        label={t("list.range.fromLabel", { field: label })}
        value={from}
        isWrong={isWrong}
        onChange={(day) => {
          change({ from: day, to });
        }}
      />
      <DateInput
        label={t("list.range.toLabel", { field: label })}
        value={to}
        isWrong={isWrong}
        onChange={(day) => {
          change({ from, to: day });
        }}
      />
    </div>
  );
}
