import type { MessageKey, MessageValues } from "../../providers/i18n/keys";

/** `in 2 d 3 h`, `in 18 min`: a text of `bid.left` for so many milliseconds. */
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
