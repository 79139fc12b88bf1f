import { japanClock } from "../../../domain/japanTime";
import type {
  MessageKey,
  MessageValues,
  Translate,
} from "../../providers/i18n/useT";
import { useHasPassed } from "../../providers/useServerClock";
import { dayText } from "../../ui/dateText";
import { shownYear } from "../../workspace/formatMoment";
import { momentsOf } from "../../../domain/moments";
import type { LotDetail } from "../../../generated/schemas";

/** Returns day and time in Japan: `Fri 20 Nov`, with the year if it is not this one, and `11:02`. */
export const inJapan = (moment: string, locale: string) => {
  const date = new Date(moment);
  const { day, time } = japanClock(date);
  return {
    day: dayText(date, {
      locale,
      weekday: "short",
      timeZone: "Asia/Tokyo",
      year: shownYear(day),
    }),
    time: time.slice(0, 5),
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
  const day = dayText(date, {
    locale,
    weekday: "short",
    year: shownYear(japanClock(date).day),
  });
  const time = new Intl.DateTimeFormat("en-GB", {
    hour: "2-digit",
    minute: "2-digit",
  }).format(date);
  const japan = inJapan(moment, locale);
  const isSameDay = day === japan.day;
  if (isSameDay && time === japan.time) return null;
  return { day: isSameDay ? null : day, time };
}

/** Writes the moment in the reader's time zone, null if it reads as in Japan. */
export function localText(
  moment: string,
  locale: string,
  t: Translate,
): string | null {
  const local = inReaderZone(moment, locale);
  if (!local) return null;
  const { day, time } = local;
  return day === null
    ? t("bid.time.yours", { time })
    : t("bid.time.yoursOn", { day, time });
}

type Unit = "days" | "hours" | "minutes" | "seconds";

/** Returns the text for a remaining time: `in 2 d 3 h`, `in 18 min`. */
export function timeLeft(milliseconds: number): {
  key: MessageKey;
  values: MessageValues;
} {
  const { unit, values } = largestUnits(milliseconds);
  return { key: `bid.left.${unit}`, values };
}

/** Returns a remaining time in its largest unit and the next one, rounded down. */
export function largestUnits(milliseconds: number): {
  unit: Unit;
  values: MessageValues;
} {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  const days = Math.floor(hours / 24);
  if (days > 0) return { unit: "days", values: { days, hours: hours % 24 } };
  if (hours > 0)
    return { unit: "hours", values: { hours, minutes: minutes % 60 } };
  if (minutes > 0) return { unit: "minutes", values: { minutes } };
  return { unit: "seconds", values: { seconds } };
}

/**
 * Returns until when clients can change or cancel a bid on the lot, as ISO text; null
 * for a lot without a deadline, such as a car at a fixed price.
 */
export function changeDeadlineOf({
  lotInfo: { auctionDate },
  bidInfo: { biddingDeadline, cancelDeadlineHour },
}: Pick<LotDetail, "lotInfo" | "bidInfo">): string | null {
  if (auctionDate === null || !biddingDeadline) return null;
  const moments = momentsOf(new Date(auctionDate), {
    cancelHours: cancelDeadlineHour,
  });
  return moments && moments.cancelUntil.toISOString();
}

/**
 * Returns whether clients can still change or cancel a bid on the lot. It turns false at
 * the deadline while the page is open.
 */
export function useIsOpenToClients(
  lot: Pick<LotDetail, "lotInfo" | "bidInfo">,
): boolean {
  const isLate = useHasPassed(changeDeadlineOf(lot));
  return lot.bidInfo.cancellationAllowed && !isLate;
}
