import type { ReactNode } from "react";
import { Link } from "react-router";
import { classes } from "./classes";
import styles from "./Button.module.css";

type LinkButtonProps = {
  to: string;
  kind?: "primary" | "standard" | "ghost";
  children: ReactNode;
};

/** A link that looks like a button. */
export const LinkButton = ({
  to,
  kind = "primary",
  children,
}: LinkButtonProps) => (
  <Link to={to} className={classes(styles.button, styles[kind])}>
    {children}
  </Link>
);
