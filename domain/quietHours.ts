/** The time of the day without mails: `22:00` to `07:00` in an IANA time zone. */
export type QuietHours = { from: string; to: string; timeZone: string };

const minutesOfDay = 24 * 60;

/** Returns the minute of the day of a time such as `22:30`. */
const minuteOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return hours * 60 + minutes;
};

/**
 * Returns whether the runtime knows a time zone by its name.
 *
 * @example isTimeZone("Europe/Moscow") // true
 */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name }).format();
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns the end of the quiet hours that hold now, null outside of them. Equal times
 * mean no quiet hours. If the clocks change before the end, the end may be early or
 * late by the change.
 */
export function quietUntil(quiet: QuietHours | null, now: Date): Date | null {
  if (!quiet || !isTimeZone(quiet.timeZone)) return null;
  const local = new Intl.DateTimeFormat("en-GB", {
    timeZone: quiet.timeZone,
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  }).format(now);
  const [from, to] = [minuteOf(quiet.from), minuteOf(quiet.to)];
  const minutesSince = (start: number) =>
    (minuteOf(local) - start + minutesOfDay) % minutesOfDay;
  const length = (to - from + minutesOfDay) % minutesOfDay;
  if (minutesSince(from) >= length) return null;
  const wholeMinute = Math.floor(now.getTime() / 60_000) * 60_000;
  return new Date(wholeMinute + (length - minutesSince(from)) * 60_000);
}
