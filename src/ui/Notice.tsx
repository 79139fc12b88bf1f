import type { ReactNode } from "react";
import { Icon } from "./Icon";
import type { IconName } from "./iconPaths";
import styles from "./Notice.module.css";

type NoticeProps = {
  tone: "info" | "success" | "error";
  /** Screen readers read an alert or a status as soon as it appears. */
  role?: "alert" | "status";
  children: ReactNode;
};

const icons: Record<NoticeProps["tone"], IconName> = {
  info: "info",
  success: "check",
  error: "alert",
};

/** A framed message with an icon, as wide as its container. */
export function Notice({ tone, role, children }: NoticeProps) {
  return (
    <div
      role={role}
      className={tone === "error" ? styles.error : styles.notice}
    >
      <Icon name={icons[tone]} className={styles.icon} />
      {typeof children === "string" ? <p>{children}</p> : children}
    </div>
  );
}
