import type { ReactNode } from "react";
import { Link } from "react-router";
import { classes } from "./classes";
import styles from "./Button.module.css";

type LinkButtonProps = {
  to: string;
  kind?: "primary" | "standard" | "ghost";
  /** Data for the opened page, in the entry of the browser history. */
  state?: unknown;
  children: ReactNode;
};

/** A link that looks like a button. */
export const LinkButton = ({
  to,
  kind = "primary",
  state,
  children,
}: LinkButtonProps) => (
  <Link to={to} state={state} className={classes(styles.button, styles[kind])}>
    {children}
  </Link>
);
