import styles from "./WeekChart.module.css";
import { LineChart, lineClasses } from "@mui/x-charts/LineChart";
import { useLocaleState } from "ra-core";
import { formatNumber } from "../../../domain/money";
import type { ListChartReply } from "../../../generated/schemas";
import { useT } from "../../providers/i18n/useT";
import { MuiTheme } from "../../ui/MuiTheme";
import { formatDay } from "../formatMoment";

/** A week of the chart of a list. */
export type Week = NonNullable<ListChartReply["weeks"]>[number];

type WeeksProps = {
  weeks: readonly Week[];
  write: (value: number) => string;
};

/** The weekly median and quartiles of a list, and a table with the same numbers. */
export function WeekChart(props: WeeksProps) {
  const t = useT();
  return (
    <>
      <Drawing {...props} />
      <details className={styles.details}>
        <summary>{t("list.chart.table")}</summary>
        <WeekTable {...props} />
      </details>
    </>
  );
}

const height = 240;
const priceAxisWidth = 92;
const rangeColour = "color-mix(in srgb, var(--accent) 14%, transparent)";

/** The quartiles differ by their dashes too, for readers who confuse the colours. */
const dashes = { low: "2 4", high: "8 4" };
const dashesBySeries = Object.fromEntries(
  Object.entries(dashes).map(([id, strokeDasharray]) => [
    `.${lineClasses.line}[data-series="${id}"]`,
    { strokeDasharray },
  ]),
);

type MarkProps = { className?: string; color?: string };

/** The line of a series in the legend and the tooltip, with the dashes of the drawing. */
function LineMark({ className, color, dash }: MarkProps & { dash?: string }) {
  return (
    <svg className={styles.mark} viewBox="0 0 28 8" width={28} height={8}>
      <path
        className={className}
        d="M 0 4 L 28 4"
        stroke={color}
        strokeWidth={2}
        strokeDasharray={dash}
      />
    </svg>
  );
}

const LowMark = (props: MarkProps) => <LineMark {...props} dash={dashes.low} />;
const HighMark = (props: MarkProps) => (
  <LineMark {...props} dash={dashes.high} />
);

/** The median as a line over the range between the quartiles. */
function Drawing({ weeks, write }: WeeksProps) {
  const t = useT();
  const [locale] = useLocaleState();
  const days = weeks.map(({ from }) => new Date(from));
  const writeAny = (value: number | null) =>
    value === null ? "" : write(value);
  const writeHigh = (_: number | null, { dataIndex }: { dataIndex: number }) =>
    writeAny(weeks[dataIndex]?.high ?? null);
  return (
    <figure
      className={styles.figure}
      aria-label={t("list.chart.summary", {
        smart_count: weeks.length,
        first: write(weeks[0]?.middle ?? 0),
        last: write(weeks.at(-1)?.middle ?? 0),
      })}
    >
      <MuiTheme>
        <LineChart
          height={height}
          skipAnimation
          // Its focus would have neither a name nor a ring; the table has the values.
          disableKeyboardNavigation
          grid={{ horizontal: true }}
          margin={{ right: 28 }}
          sx={{
            [`.${lineClasses.area}`]: { fill: rangeColour },
            ...dashesBySeries,
          }}
          xAxis={[
            {
              scaleType: "time",
              data: days,
              tickInterval: days,
              tickLabelMinGap: 24,
              valueFormatter: (day: Date) =>
                formatDay(day.toISOString().slice(0, 10), locale),
            },
          ]}
          yAxis={[{ valueFormatter: writeAny, width: priceAxisWidth }]}
          series={[
            {
              id: "low",
              data: weeks.map(({ low }) => low),
              label: t("list.chart.low"),
              labelMarkType: LowMark,
              color: "var(--chart-low)",
              stack: "quartiles",
              curve: "linear",
              showMark: false,
              valueFormatter: writeAny,
            },
            {
              // Stacked on the lower quartile, it fills the range up to the upper one.
              id: "high",
              data: weeks.map(({ low, high }) => high - low),
              label: t("list.chart.high"),
              labelMarkType: HighMark,
              color: "var(--chart-high)",
              stack: "quartiles",
              curve: "linear",
              area: true,
              showMark: false,
              valueFormatter: writeHigh,
            },
            {
              data: weeks.map(({ middle }) => middle),
              label: t("list.chart.middle"),
              labelMarkType: LineMark,
              color: "var(--accent)",
              curve: "linear",
              valueFormatter: writeAny,
            },
          ]}
        />
      </MuiTheme>
    </figure>
  );
}

function WeekTable({ weeks, write }: WeeksProps) {
  const t = useT();
  const [locale] = useLocaleState();
  return (
    <div
      className={styles.scroll}
      role="region"
      aria-label={t("list.chart.table")}
      tabIndex={0}
    >
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t("list.chart.week")}</th>
            <th scope="col">{t("list.chart.count")}</th>
            <th scope="col">{t("list.chart.low")}</th>
            <th scope="col">{t("list.chart.middle")}</th>
            <th scope="col">{t("list.chart.high")}</th>
          </tr>
        </thead>
        <tbody>
          {weeks.toReversed().map((week) => (
            <tr key={week.from}>
              <th scope="row">{formatDay(week.from, locale)}</th>
              <td>{formatNumber(week.count)}</td>
              <td>{write(week.low)}</td>
              <td>{write(week.middle)}</td>
              <td>{write(week.high)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
