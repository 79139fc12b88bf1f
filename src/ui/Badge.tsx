import { gradeTone } from "../../domain/auctionGrade";
import type { Tone } from "../../domain/lotStatus";
import { classes } from "./classes";
import styles from "./Badge.module.css";

/** A status label. Each tone has its own colour and shape. */
export const StatusPill = ({
  tone,
  children,
}: {
  tone: Tone;
  children: string;
}) => (
  <span className={classes(styles.pill, styles[tone])} title={children}>
    {children}
  </span>
);

/** The auction grade of a lot; the colour shows whether it is good or bad. */
export const ConditionBadge = ({ grade }: { grade: string }) => (
  <span className={classes(styles.grade, styles[gradeTone(grade)])}>
    {grade}
  </span>
);
