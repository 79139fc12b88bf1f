import { useLocaleState } from "ra-core";
import { formatYen } from "../../../domain/money";
import type { ComparablesReply } from "../../../generated/schemas";
import { useT } from "../../providers/i18n/useT";
import { serverNow } from "../../providers/serverClock";
import { classes } from "../../ui/classes";
import { formatDay } from "../../workspace/formatMoment";
import styles from "./Worth.module.css";

type Sales = NonNullable<ComparablesReply["sales"]>;

/** The height of the drawing between its lowest and its highest price, in percent. */
const inner = 88;
const margin = (100 - inner) / 2;

/**
 * The sales as dots by day and price, over the range. The table says the same, so
 * that the drawing needs only a summary for readers without sight.
 */
export function SaleDots({
  sales,
  range,
  since,
}: {
  sales: Sales;
  range: NonNullable<ComparablesReply["range"]>;
  since: string;
}) {
  const t = useT();
  const [locale] = useLocaleState();
  const prices = sales.map(({ soldPrice }) => soldPrice);
  const lowest = Math.min(range.low, ...prices);
  const highest = Math.max(range.high, ...prices);
  const first = Date.parse(since);
  const now = serverNow().getTime();
  const across = (time: number) =>
    2 + (96 * (time - first)) / Math.max(1, now - first);
  const down = (price: number) =>
    margin + inner * (1 - (price - lowest) / Math.max(1, highest - lowest));
  return (
    <figure className={styles.chart}>
      <svg
        role="img"
        aria-label={t("lot.worth.chart", {
          smart_count: sales.length,
          lowest: formatYen(lowest),
          highest: formatYen(highest),
        })}
      >
        <rect
          className={styles.band}
          x="0"
          width="100%"
          y={`${down(range.high)}%`}
          height={`${Math.max(1, down(range.low) - down(range.high))}%`}
        />
        <line
          className={styles.line}
          x1="0"
          x2="100%"
          y1={`${down(range.middle)}%`}
          y2={`${down(range.middle)}%`}
        />
        {sales.map(({ id, soldPrice, auctionDate, isOutlier }) => (
          <circle
            key={id}
            className={classes(styles.dot, isOutlier && styles.outlier)}
            cx={`${across(Date.parse(auctionDate ?? since))}%`}
            cy={`${down(soldPrice)}%`}
            r="4"
          >
            <title>
              {[
                formatYen(soldPrice),
                auctionDate && formatDay(auctionDate.slice(0, 10), locale),
              ]
                .filter(Boolean)
                .join(", ")}
            </title>
          </circle>
        ))}
      </svg>
      <figcaption className={styles.axis} aria-hidden="true">
        <span>{formatDay(since, locale)}</span>
        <span>
          {formatYen(lowest)} – {formatYen(highest)}
        </span>
        <span>{t("lot.worth.today")}</span>
      </figcaption>
    </figure>
  );
}
