import type { ReactNode } from "react";
import { Icon } from "./Icon";
import type { IconName } from "./iconPaths";
import styles from "./Empty.module.css";

type EmptyProps = {
  icon?: IconName;
  /** Omit it if the page's heading already says it. */
  title?: string;
  text?: string;
  /** A button or link that helps. */
  action?: ReactNode;
};

/** An empty state with a suggestion. */
export function Empty({ icon = "search", title, text, action }: EmptyProps) {
  return (
    <div className={styles.empty}>
      <span className={styles.icon}>
        <Icon name={icon} size={26} />
      </span>
      {title && <p className={styles.title}>{title}</p>}
      {text && <p className={styles.text}>{text}</p>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}
