import type { ReactNode } from "react";
import { Icon } from "./Icon";
import type { IconName } from "./iconPaths";
import styles from "./Empty.module.css";

type EmptyProps = {
  icon?: IconName;
  /** Left out where the page's headline says it already. */
  title?: string;
  text?: string;
  /** What to do about it. */
  action?: ReactNode;
};

/** Nothing is here, and what one can do about it. */
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
