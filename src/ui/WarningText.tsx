import type { ReactNode } from "react";
import { Icon } from "./Icon";
import styles from "./WarningText.module.css";

/** A paragraph that warns of the consequences of a choice. */
export const WarningText = ({ children }: { children: ReactNode }) => (
  <p className={styles.warning}>
    <Icon name="alert" className={styles.icon} />
    <span>{children}</span>
  </p>
);
