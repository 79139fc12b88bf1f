import type { Tone } from "../../domain/lotStatus";
import { classes } from "./classes";
import styles from "./StatusPill.module.css";

/** A status in words, with a colour and a shape of its own for each tone. */
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
