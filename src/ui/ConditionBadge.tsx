import { conditionTone } from "../../domain/condition";
import { classes } from "./classes";
import styles from "./ConditionBadge.module.css";

/** The auction's grade of a lot: itself as text, its worth as a colour. */
export const ConditionBadge = ({ grade }: { grade: string }) => (
  <span className={classes(styles.badge, styles[conditionTone(grade)])}>
    {grade}
  </span>
);
