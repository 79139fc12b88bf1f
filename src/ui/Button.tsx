import type { ButtonHTMLAttributes } from "react";
import { classes } from "./classes";
import { Spinner } from "./Spinner";
import styles from "./Button.module.css";

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  /** `primary` is the one thing to do here, `ghost` looks like a link. */
  kind?: "primary" | "standard" | "ghost" | "danger";
  isWide?: boolean;
  /** Working: it cannot be pressed again, and says so. */
  isPending?: boolean;
};

export function Button({
  kind = "standard",
  isWide = false,
  isPending = false,
  className,
  children,
  disabled,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={classes(
        styles.button,
        styles[kind],
        isWide && styles.wide,
        className,
      )}
      disabled={disabled || isPending}
      aria-busy={isPending || undefined}
    >
      {isPending && <Spinner size={16} />}
      {children}
    </button>
  );
}
