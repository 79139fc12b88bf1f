import type { Tone } from "../../domain/lotStatus";
import { classes } from "./classes";
import styles from "./StatusPill.module.css";

/** A status label. Each tone has its own colour and shape. */
export const StatusPill = ({
  tone,
  children,
}: {
  tone: Tone;
  children: string;
}) => (
  <span className={classes(styles.pill, styles[tone])} title={children}>
    <span className={styles.words}>{children}</span>
  </span>
);
