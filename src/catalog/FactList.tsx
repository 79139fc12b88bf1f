import type { ReactNode } from "react";
import { classes } from "../ui/classes";
import styles from "./LotFacts.module.css";

export type Fact = {
  label: string;
  value: ReactNode;
  /** Too long for a third of the line. */
  isWide?: boolean;
};

/** Facts with their names, three to a line. */
export const FactList = ({ facts }: { facts: readonly Fact[] }) => (
  <dl className={styles.list}>
    {facts.map(({ label, value, isWide }) => (
      <div key={label} className={classes(styles.fact, isWide && styles.wide)}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
