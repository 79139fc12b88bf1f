import { japanDay, saleDays } from "../../../domain/japanTime";
import { formatNumber } from "../../../domain/money";
import { filterId } from "../../../domain/resource";
import { useServerNow } from "../../providers/useServerClock";
import { classes } from "../../ui/classes";
import { useTextTools } from "../fieldText";
import { formatWeekday } from "../formatMoment";
import { useListFacets, useListing } from "../listing/ListingContext";
import type { ControlProps } from "../registry/areaModule";
import styles from "./DaysControl.module.css";

/** Up to this many days have room for their counts beside their names. */
const roomyDays = 7;

const minute = 60_000;

/**
 * The sale days of this week and the coming ones as chips with the number of
 * rows of each day. Past days are grey but can be selected; a phone shows only
 * the last past day. The days change at midnight in Japan.
 */
export function DaysControl({ filter, label, value, onChange }: ControlProps) {
  const { isPhone } = useListing();
  const facets = useListFacets();
  const { locale } = useTextTools();
  const now = useServerNow(minute);
  const chosen = value?.kind === "choices" ? value.values : [];
  const id = filterId(filter);
  const facet = facets.of(id);
  const listed = Array.isArray(facet) ? facet : [];
  const today = japanDay(now);
  // A server that does not count days lists the days that it offers.
  const isCounted = listed.every(({ counter }) => counter !== undefined);
  const offered = (isCounted ? saleDays(now) : listed).map((day) => day.value);
  const past = offered.filter((day) => day < today);
  const shown = isPhone ? offered.slice(Math.max(past.length - 1, 0)) : offered;
  const days = [...new Set([...shown, ...chosen])].sort();
  const toggle = (day: string) => {
    const values = chosen.includes(day)
      ? chosen.filter((other) => other !== day)
      : [...chosen, day];
    onChange(values.length > 0 ? { kind: "choices", values } : undefined);
  };
  return (
    <div
      className={classes(styles.days, days.length > roomyDays && styles.many)}
      role="group"
      aria-label={label}
    >
      {days.map((day) => (
        <button
          key={day}
          type="button"
          className={classes(
            styles.day,
            day < today && styles.past,
            chosen.includes(day) && styles.on,
          )}
          aria-pressed={chosen.includes(day)}
          onClick={() => {
            toggle(day);
          }}
        >
          <span className={styles.name}>
            {formatWeekday(day, locale)} <b>{Number(day.slice(8))}</b>
          </span>
          <span className={styles.count}>
            {facet && isCounted
              ? formatNumber(facets.countOf(id, day) ?? 0)
              : "\u00a0"}
          </span>
        </button>
      ))}
    </div>
  );
}
