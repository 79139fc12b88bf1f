import { useSyncExternalStore } from "react";
import { useT } from "../providers/i18n/useT";
import { Icon } from "../ui/Icon";
import styles from "./OfflineBanner.module.css";

function subscribe(listener: () => void) {
  addEventListener("online", listener);
  addEventListener("offline", listener);
  return () => {
    removeEventListener("online", listener);
    removeEventListener("offline", listener);
  };
}

/** Says that the browser is offline. */
export function OfflineBanner() {
  const t = useT();
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <div role="status">
      {!isOnline && (
        <p className={styles.banner}>
          <Icon name="offline" />
          {t("shell.offline")}
        </p>
      )}
    </div>
  );
}
