/** When a saved search alerts its owner to new rows. */
export type Notify = "none" | "daily" | "now";

/** The kinds of alerts: new lots or rows of a search, and news of watched lots. */
export const alertKinds = [
  "new-lots",
  "new-rows",
  "day-before",
  "hour-before",
  "sold",
  "unsold",
] as const;

export type AlertKind = (typeof alertKinds)[number];

/** The reminders of a watched lot, by the hours before the deadline to bid. */
export const reminderHours = { "day-before": 24, "hour-before": 1 } as const;

export type Reminder = keyof typeof reminderHours;

const hour = 3_600_000;

/**
 * Returns the reminder that is due for a lot, null if no reminder is. A reminder that
 * was due before the lot was watched is skipped. If both are due, returns the later one.
 */
export function dueReminder({
  deadline,
  watchedSince,
  now,
}: {
  deadline: Date;
  watchedSince: Date;
  now: Date;
}): Reminder | null {
  const isDue = (reminder: Reminder) => {
    const dueAt = deadline.getTime() - reminderHours[reminder] * hour;
    return watchedSince.getTime() <= dueAt && dueAt <= now.getTime();
  };
  if (now >= deadline) return null;
  if (isDue("hour-before")) return "hour-before";
  const isLastHour =
    now.getTime() >= deadline.getTime() - reminderHours["hour-before"] * hour;
  return !isLastHour && isDue("day-before") ? "day-before" : null;
}
