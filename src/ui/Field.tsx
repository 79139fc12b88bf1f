import { useId, type ComponentProps, type ReactNode } from "react";
import { classes } from "./classes";
import styles from "./Field.module.css";

type FieldProps = ComponentProps<"input"> & {
  label: string;
  /** The validation message. */
  error?: string | null;
  hint?: string;
  /** A small control or unit at the end of the input. */
  end?: ReactNode;
};

/** A labelled input; screen readers announce the message below it. */
export function Field({
  label,
  error,
  hint,
  end,
  className,
  ...rest
}: FieldProps) {
  const id = useId();
  const note = error ?? hint;
  return (
    <div className={classes(styles.field, className)}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <div className={classes(styles.box, error && styles.wrong)}>
        <input
          {...rest}
          id={id}
          className={styles.input}
          aria-invalid={error ? true : undefined}
          aria-describedby={note ? `${id}-note` : undefined}
        />
        {end}
      </div>
      {note && (
        <p
          id={`${id}-note`}
          className={error ? styles.error : styles.hint}
          aria-live="polite"
        >
          {note}
        </p>
      )}
    </div>
  );
}
