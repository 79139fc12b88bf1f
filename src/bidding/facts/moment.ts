import { japanClock } from "../../../domain/japanTime";
import type { MessageKey, MessageValues } from "../../providers/i18n/keys";
import { dayText } from "../../ui/dayText";

/** Returns day and time in Japan: `Fri 20 Nov` and `11:02`. */
export const inJapan = (moment: string, locale: string) => {
  const time = new Date(moment);
  return {
    day: dayText(time, { locale, weekday: "short", timeZone: "Asia/Tokyo" }),
    time: japanClock(time).time.slice(0, 5),
  };
};

/**
 * Returns the moment in the reader's time zone. The day is null if it is the
 * same day as in Japan; the result is null if the time is the same too.
 */
export function inReaderZone(
  moment: string,
  locale: string,
): { day: string | null; time: string } | null {
  const date = new Date(moment);
  const day = dayText(date, { locale, weekday: "short" });
  const time = new Intl.DateTimeFormat("en-GB", {
    hour: "2-digit",
    minute: "2-digit",
  }).format(date);
  const japan = inJapan(moment, locale);
  const isSameDay = day === japan.day;
  if (isSameDay && time === japan.time) return null;
  return { day: isSameDay ? null : day, time };
}

/** Returns the text for a remaining time: `in 2 d 3 h`, `in 18 min`. */
export function timeLeft(milliseconds: number): {
  key: MessageKey;
  values: MessageValues;
} {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  const days = Math.floor(hours / 24);
  if (days > 0)
    return { key: "bid.left.days", values: { days, hours: hours % 24 } };
  if (hours > 0)
    return { key: "bid.left.hours", values: { hours, minutes: minutes % 60 } };
  if (minutes > 0) return { key: "bid.left.minutes", values: { minutes } };
  return { key: "bid.left.seconds", values: { seconds } };
}
