import { japanClock } from "../../../domain/japanTime";
import { dayText } from "../../ui/dayText";

const clockText = (time: Date) =>
  new Intl.DateTimeFormat("en-GB", {
    hour: "2-digit",
    minute: "2-digit",
  }).format(time);

const tokyo = "Asia/Tokyo";

/** A moment in Japan's time: `Fri 20 Nov` and `11:02`. */
export const inJapan = (moment: string, locale: string) => {
  const time = new Date(moment);
  return {
    day: dayText(time, { locale, weekday: "short", timeZone: tokyo }),
    time: japanClock(time).time.slice(0, 5),
  };
};

/**
 * The same moment where the reader is, the day only when it is another one
 * than in Japan; null for a reader on Japan's time.
 */
export function whereIAm(
  moment: string,
  locale: string,
): { day: string | null; time: string } | null {
  const time = new Date(moment);
  const here = {
    day: dayText(time, { locale, weekday: "short" }),
    time: clockText(time),
  };
  const japan = inJapan(moment, locale);
  const isSameDay = here.day === japan.day;
  if (isSameDay && here.time === japan.time) return null;
  return { day: isSameDay ? null : here.day, time: here.time };
}
