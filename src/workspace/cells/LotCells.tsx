import { lotStatusTone } from "../../../domain/lotStatus";
import { formatNumber, formatYen } from "../../../domain/money";
import { useT } from "../../providers/i18n/useT";
import { ConditionBadge, StatusPill } from "../../ui/Badge";
import { splitMoment } from "../formatMoment";
import type { CellProps } from "../registry/cells";
import { noValue, useFieldText, useTextTools } from "../useFieldText";
import { useFieldLabel } from "../useLabels";
import { TwoLines } from "./TextCell";
import styles from "./cells.module.css";

/** The day and time of the auction, and the auction house below. */
export function AuctionCell({ row, fields }: CellProps) {
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

const enSpace = "\u2002";

/** The auction grade as a badge, with the other fields beside it. */
export function ConditionCell({ row, fields }: CellProps) {
  const write = useFieldText();
  const [condition = "", ...rest] = fields;
  return (
    <>
      <ConditionBadge grade={write(condition, row[condition])} />
      {rest.map((name) => `${enSpace}${write(name, row[name])}`)}
    </>
  );
}

/** The lot's status at its auction, and the viewer's own bid below. */
export function LotStatusCell({ row, fields }: CellProps) {
  const write = useFieldText();
  const t = useT();
  const [status = "", ...rest] = fields;
  const amount = rest
    .map((name) => row[name])
    .find((value) => typeof value === "number");
  const text = write(status, row[status]);
  return (
    <>
      {text === noValue ? (
        text
      ) : (
        <StatusPill tone={lotStatusTone(Number(row[status]))}>
          {text}
        </StatusPill>
      )}
      {amount !== undefined && (
        <div className={styles.ownBid}>
          {t("list.myBid", { amount: formatYen(amount) })}
        </div>
      )}
    </>
  );
}

/**
 * A price without the yen sign, which the column heading implies. Further
 * prices appear below with their labels, if they have a value. The style of the
 * price is that of the table cell: a table has hundreds of prices.
 */
export function PriceCell({ row, schema, fields }: CellProps) {
  const write = useFieldText();
  const label = useFieldLabel(schema);
  const [first = "", ...rest] = fields;
  const amount = row[first];
  return (
    <>
      {typeof amount === "number" ? formatNumber(amount) : noValue}
      {rest
        .filter((name) => typeof row[name] === "number")
        .map((name) => (
          <div key={name} className={styles.priceDetails}>
            {label(name)} {write(name, row[name])}
          </div>
        ))}
    </>
  );
}
