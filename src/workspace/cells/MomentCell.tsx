import { noValue, useFieldText, useTextTools } from "../fieldText";
import { splitMoment } from "../formatMoment";
import type { CellProps } from "../registry/areaModule";
import { TwoLines } from "./TextCell";
import styles from "./cells.module.css";

/** A day and its time, and the other fields below. */
export function MomentCell({ row, fields }: CellProps) {
  const write = useFieldText();
  const { locale } = useTextTools();
  const [date = "", ...rest] = fields;
  const value = row[date];
  const { day, time } =
    typeof value === "string"
      ? splitMoment(value, locale)
      : { day: noValue, time: null };
  return (
    <TwoLines
      main={
        time ? (
          <>
            {day}, <b className={styles.strong}>{time}</b>
          </>
        ) : (
          day
        )
      }
      isPlain
      details={rest.map((name) => write(name, row[name])).join(" · ")}
    />
  );
}
