import { LineChart, lineClasses } from "@mui/x-charts/LineChart";
import { useQuery } from "@tanstack/react-query";
import { useLocaleState } from "ra-core";
import { filterCall } from "../../../domain/listing/call";
import type { ListChartReply } from "../../../generated/schemas";
import { formatNumber } from "../../../domain/money";
import { useT } from "../../providers/i18n/useT";
import { useWorkspace } from "../../providers/workspace";
import { classes } from "../../ui/classes";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { MuiTheme } from "../../ui/MuiTheme";
import { Skeleton } from "../../ui/Skeleton";
import { formatDay } from "../formatMoment";
import { useListing, useListQuery } from "../listing/ListingContext";
import { useFieldText } from "../useFieldText";
import styles from "./ListChart.module.css";

type Week = ListChartReply["weeks"][number];

/**
 * Draws the weekly median and quartiles of the rows that match the filters. The table
 * below has the same numbers.
 */
export default function ListChart() {
  const { resource } = useListing();
  const { state } = useListQuery();
  const { call } = useWorkspace();
  const write = useFieldText();
  const t = useT();
  const { chart, calls } = resource;
  const query = filterCall(resource, state);
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey: [resource.name, "chart", query],
    queryFn: ({ signal }) =>
      call<ListChartReply>(calls.chart?.path ?? "", { query, signal }),
    placeholderData: (previous) => previous,
  });
  const weeks = data?.weeks ?? [];
  const writeValue = (value: number) => write(chart?.y ?? "", value);
  return (
    <section
      className={classes(styles.chart, isPlaceholderData && styles.outdated)}
      aria-label={t("list.chart.title")}
      aria-busy={isFetching}
    >
      {!data && !error && <Skeleton height={300} />}
      {error && !data && (
        <ErrorNotice
          error={error}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {data && weeks.length === 0 && (
        <p className={styles.empty}>{t("list.chart.empty")}</p>
      )}
      {weeks.length > 0 && (
        <>
          <Drawing weeks={weeks} write={writeValue} />
          <details>
            <summary>{t("list.chart.table")}</summary>
            <WeekTable weeks={weeks} write={writeValue} />
          </details>
        </>
      )}
    </section>
  );
}

type WeeksProps = {
  weeks: readonly Week[];
  write: (value: number) => string;
};

const height = 240;
const priceAxisWidth = 92;
const rangeColour = "color-mix(in srgb, var(--accent) 14%, transparent)";

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
          sx={{ [`.${lineClasses.area}`]: { fill: rangeColour } }}
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
              data: weeks.map(({ low }) => low),
              label: t("list.chart.low"),
              color: "var(--ink-3)",
              stack: "quartiles",
              curve: "linear",
              showMark: false,
              valueFormatter: writeAny,
            },
            {
              // Stacked on the lower quartile, it fills the range up to the upper one.
              data: weeks.map(({ low, high }) => high - low),
              label: t("list.chart.high"),
              color: "var(--ink-3)",
              stack: "quartiles",
              curve: "linear",
              area: true,
              showMark: false,
              valueFormatter: writeHigh,
            },
            {
              data: weeks.map(({ middle }) => middle),
              label: t("list.chart.middle"),
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
