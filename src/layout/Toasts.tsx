import { useNotificationContext, useTranslate } from "ra-core";
import { useEffect } from "react";
import { useT } from "../providers/i18n/useT";
import { Icon } from "../ui/Icon";
import { IconButton } from "../ui/IconButton";
import { classes } from "../ui/classes";
import type { IconName } from "../ui/iconPaths";
import styles from "./Toasts.module.css";

/** Long enough to read two lines. */
const defaultDuration = 6000;

const icons: Record<string, IconName> = {
  success: "check",
  warning: "alert",
  error: "alert",
};

/** What `useNotify` says, one after the other, seen and read out. */
export function Toasts() {
  const t = useT();
  const translate = useTranslate();
  const { notifications, takeNotification } = useNotificationContext();
  const [shown] = notifications;
  const duration =
    shown?.notificationOptions?.autoHideDuration ?? defaultDuration;

  useEffect(() => {
    if (!shown) return;
    const timer = setTimeout(takeNotification, duration);
    return () => {
      clearTimeout(timer);
    };
  }, [shown, duration, takeNotification]);

  return (
    <div className={styles.region} role="status" aria-live="polite">
      {shown && (
        <div className={classes(styles.toast, styles[shown.type])}>
          <Icon name={icons[shown.type] ?? "info"} />
          <div className={styles.text}>
            {typeof shown.message === "string"
              ? translate(shown.message, shown.notificationOptions?.messageArgs)
              : shown.message}
          </div>
          <IconButton
            icon="close"
            label={t("shell.close")}
            onClick={takeNotification}
          />
        </div>
      )}
    </div>
  );
}
