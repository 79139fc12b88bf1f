import { classes } from "../../ui/classes";
import type { WidgetProps } from "../registry/widgets";
import styles from "./widgets.module.css";

/** The validation message of a widget, or else its hint. */
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
