import { conditionTone } from "../../domain/condition";
import { classes } from "./classes";
import styles from "./ConditionBadge.module.css";

/** The auction grade of a lot; the colour shows whether it is good or bad. */
export const ConditionBadge = ({ grade }: { grade: string }) => (
  <span className={classes(styles.badge, styles[conditionTone(grade)])}>
    {grade}
  </span>
);
