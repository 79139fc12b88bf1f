import { useNotificationContext, useTranslate } from "ra-core";
import { useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { useT } from "../providers/i18n/useT";
import { Icon } from "../ui/Icon";
import { IconButton } from "../ui/IconButton";
import { classes } from "../ui/classes";
import type { IconName } from "../ui/iconPaths";
import { useTopDialog } from "../ui/openDialogs";
import styles from "./Toasts.module.css";

/** Enough time to read two lines. */
const defaultDurationMs = 6_000;
const focusCheckMs = 1_000;

const icons: Record<string, IconName> = {
  success: "check",
  warning: "alert",
  error: "alert",
};

/**
 * Shows the messages of `useNotify` one after the other and announces them to
 * screen readers. While a dialog is open they are shown inside it.
 */
export function Toasts() {
  const t = useT();
  const translate = useTranslate();
  const dialog = useTopDialog();
  const { notifications, takeNotification } = useNotificationContext();
  const [shown] = notifications;
  // A button must not vanish under the pointer or with the focus.
  const [hold, setHold] = useState({ pointer: false, focus: false });
  const isHeld = hold.pointer || hold.focus;
  // A toast that is removed, or rendered again in another dialog, gets no event that ends the hold.
  const [held, setHeld] = useState({ shown, dialog });
  if (held.shown !== shown || held.dialog !== dialog) {
    setHeld({ shown, dialog });
    setHold({ pointer: false, focus: false });
  }
  const toast = useRef<HTMLDivElement>(null);
  const isReplaced =
    !isHeld &&
    notifications.length > 1 &&
    (shown?.type === "success" || shown?.type === "info");
  const duration =
    shown?.notificationOptions?.autoHideDuration ?? defaultDurationMs;

  // A newer message makes a confirmation out of date.
  useEffect(() => {
    if (isReplaced) takeNotification();
  }, [isReplaced, takeNotification]);

  // Another function with each message, which must not begin the time again.
  const take = useRef(takeNotification);
  useEffect(() => {
    take.current = takeNotification;
  }, [takeNotification]);
  useEffect(() => {
    if (!shown || isHeld) return;
    const timer = setTimeout(() => take.current(), duration);
    return () => {
      clearTimeout(timer);
    };
  }, [shown, duration, isHeld]);

  // A button that loses the focus because it is disabled gets no `blur`.
  useEffect(() => {
    if (!hold.focus) return;
    const timer = setInterval(() => {
      if (!toast.current?.contains(document.activeElement))
        setHold((present) => ({ ...present, focus: false }));
    }, focusCheckMs);
    return () => {
      clearInterval(timer);
    };
  }, [hold.focus]);

  return createPortal(
    <div className={styles.region} role="status" aria-live="polite">
      {shown && (
        <div
          ref={toast}
          className={classes(styles.toast, styles[shown.type])}
          onPointerEnter={() => {
            setHold({ ...hold, pointer: true });
          }}
          onPointerLeave={() => {
            setHold({ ...hold, pointer: false });
          }}
          onFocus={() => {
            setHold({ ...hold, focus: true });
          }}
          onBlur={() => {
            setHold({ ...hold, focus: false });
          }}
        >
          <Icon name={icons[shown.type] ?? "info"} className={styles.icon} />
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
    </div>,
    dialog ?? document.body,
  );
}
