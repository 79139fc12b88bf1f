import { classes } from "../../ui/classes";
import type { ControlProps } from "../registry/controls";
import styles from "./controls.module.css";

/** Only rows where it holds, or all. */
export function FlagControl({ label, value, onChange }: ControlProps) {
  const isOn = value?.kind === "flag" && value.value;
  return (
    <label className={classes(styles.box, styles.flag)}>
      <input
        type="checkbox"
        checked={isOn}
        onChange={(event) => {
          onChange(
            event.target.checked ? { kind: "flag", value: true } : undefined,
          );
        }}
      />
      <span className={classes(styles.value, isOn && styles.chosen)}>
        {label}
      </span>
    </label>
  );
}
