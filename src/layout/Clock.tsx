import { japanClock } from "../../domain/japanTime";
import { currentLanguage } from "../providers/i18n/language";
import { useT } from "../providers/i18n/useT";
import { useServerNow } from "../providers/serverClock";
import { dayText } from "../ui/dayText";
import styles from "./Clock.module.css";

/** Formats a date such as `2026-11-20` as `Fri 20 Nov`. */
const shortDay = (day: string) =>
  dayText(new Date(`${day}T00:00:00Z`), {
    locale: currentLanguage(),
    weekday: "short",
    timeZone: "UTC",
  });

/** Date and time in Japan by the server's clock, updated every second. */
export function Clock({ isShort = false }: { isShort?: boolean }) {
  const t = useT();
  const { day, time } = japanClock(useServerNow(1000));
  if (isShort)
    return (
      <div className={styles.short} title={t("shell.clock.title")}>
        <time dateTime={`${day}T${time}+09:00`}>{time.slice(0, 5)}</time>
      </div>
    );
  return (
    <div className={styles.clock} title={t("shell.clock.title")}>
      <span>{t("shell.clock.day", { day: shortDay(day) })}</span>
      <time className={styles.time} dateTime={`${day}T${time}+09:00`}>
        {time}
      </time>
    </div>
  );
}
