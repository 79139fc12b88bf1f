import { useLocaleState } from "ra-core";
import { japanClock } from "../../domain/japanTime";
import type { LastChange } from "../../domain/lastChange";
import { useT } from "../providers/i18n/useT";
import { serverNow } from "../providers/serverClock";
import { splitMoment } from "./formatMoment";

/**
 * Returns the author and the time of a change in Japan, with the day if it is not today.
 * Without a known change, the author is "Somebody else" and there is no time.
 */
export function useAuthorText(): (changed: LastChange | undefined) => string {
  const t = useT();
  const [locale] = useLocaleState();
  return (changed) => {
    if (!changed) return t("conflict.somebody");
    const { at, by, name } = changed;
    const { day, time } = splitMoment(at, locale);
    const isToday =
      japanClock(new Date(at)).day === japanClock(serverNow()).day;
    const moment = isToday || time === null ? (time ?? day) : `${day}, ${time}`;
    return t("conflict.author", {
      who: name ?? t(`conflict.${by}`),
      time: t("chat.inJapan", { time: moment }),
    });
  };
}
