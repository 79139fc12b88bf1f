import { useId, type InputHTMLAttributes, type ReactNode } from "react";
import { classes } from "./classes";
import styles from "./Field.module.css";

type FieldProps = InputHTMLAttributes<HTMLInputElement> & {
  label: string;
  /** What is wrong with it, in words. */
  error?: string | null;
  hint?: string;
  /** A small control at the end, inside the field. */
  end?: ReactNode;
};

/** One line of input with its label; its error stands below and is read out. */
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
