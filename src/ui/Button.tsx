import type { ButtonHTMLAttributes, Ref } from "react";
import { classes } from "./classes";
import { Spinner } from "./Spinner";
import styles from "./Button.module.css";

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  ref?: Ref<HTMLButtonElement>;
  /** `primary` is the main action of a screen, `ghost` looks like a link. */
  kind?: "primary" | "standard" | "ghost" | "danger";
  isWide?: boolean;
  /** Shows that the action is running and ignores further presses. */
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
