import type { CellProps } from "../registry/cells";
import { splitMoment } from "../formatMoment";
import { missing, useFieldText, useTextTools } from "../useFieldText";
import { TwoLines } from "./TwoLines";
import styles from "./cells.module.css";

/** When and where: the day, the time strong, and the house below. */
export function AuctionCell({ row, fields }: CellProps) {
  const text = useFieldText();
  const { locale } = useTextTools();
  const [date = "", ...rest] = fields;
  const moment = row[date];
  const { day, time } =
    typeof moment === "string"
      ? splitMoment(moment, locale)
      : { day: missing, time: null };
  return (
    <TwoLines
      first={
        <time
          className={styles.plain}
          dateTime={typeof moment === "string" ? moment : undefined}
        >
          {time ? (
            <>
              {day}, <b className={styles.strong}>{time}</b>
            </>
          ) : (
            day
          )}
        </time>
      }
      second={rest.map((name) => text(name, row[name])).join(" · ")}
    />
  );
}
