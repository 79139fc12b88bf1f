import { classes } from "../../ui/classes";
import type { WidgetProps } from "../registry/widgets";
import styles from "./widgets.module.css";

/** What is wrong with a widget's value, else what helps to fill it in. */
export function Note({
  id,
  error,
  hint,
}: Pick<WidgetProps, "error" | "hint"> & { id: string }) {
  const words = error ?? hint;
  if (!words) return null;
  return (
    <p
      id={id}
      className={classes(styles.note, error && styles.error)}
      aria-live="polite"
    >
      {words}
    </p>
  );
}
