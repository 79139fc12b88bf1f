import type { ButtonHTMLAttributes, Ref } from "react";
import { classes } from "./classes";
import { Spinner } from "./Spinner";
import styles from "./Button.module.css";

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  ref?: Ref<HTMLButtonElement>;
  /** `primary` is the main action of a screen, `ghost` looks like a link. */
  kind?: "primary" | "standard" | "ghost" | "danger";
  isWide?: boolean;
  /** Shows that the action is running. Further presses are ignored; the focus stays. */
  isPending?: boolean;
};

export function Button({
  kind = "standard",
  isWide = false,
  isPending = false,
  className,
  children,
  onClick,
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
      {...(isPending && { "aria-busy": true, "aria-disabled": true })}
      onClick={(event) => {
        if (isPending) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {isPending && <Spinner size={16} />}
      {children}
    </button>
  );
}
