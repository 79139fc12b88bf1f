import { useQuery } from "@tanstack/react-query";
import { useLocaleState } from "ra-core";
import { filterCall } from "../../../domain/listing/call";
import type { ListChartReply } from "../../../generated/schemas";
import { formatNumber } from "../../../domain/money";
import { useT } from "../../providers/i18n/useT";
import { useWorkspace } from "../../providers/workspace";
import { classes } from "../../ui/classes";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { Skeleton } from "../../ui/Skeleton";
import { formatDay } from "../formatMoment";
import { useListing, useListQuery } from "../listing/ListingContext";
import { useFieldText } from "../useFieldText";
import styles from "./ListChart.module.css";

type Week = ListChartReply["weeks"][number];

/**
 * The chart of the rows that match the filters: the middle of each week over the
 * quartiles. Its table says the same.
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
      {!data && !error && <Skeleton height={210} />}
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

/** The width and height of the drawing in its own units. */
const side = 100;
const padding = 4;

function Drawing({ weeks, write }: WeeksProps) {
  const t = useT();
  const [locale] = useLocaleState();
  const first = weeks[0]?.from ?? "";
  const last = weeks.at(-1)?.from ?? "";
  const lowest = Math.min(...weeks.map(({ low }) => low));
  const highest = Math.max(...weeks.map(({ high }) => high));
  const [start, end] = [Date.parse(first), Date.parse(last)];
  const across = ({ from }: Week) =>
    padding +
    ((side - 2 * padding) * (Date.parse(from) - start)) /
      Math.max(1, end - start);
  const down = (value: number) =>
    padding +
    (side - 2 * padding) *
      (1 - (value - lowest) / Math.max(1, highest - lowest));
  const points = (valueOf: (week: Week) => number) =>
    weeks.map((week) => `${across(week)},${down(valueOf(week))}`);
  const band = [
    ...points(({ high }) => high),
    ...points(({ low }) => low).toReversed(),
  ];
  return (
    <figure className={styles.figure}>
      <svg
        className={styles.drawing}
        viewBox={`0 0 ${side} ${side}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t("list.chart.summary", {
          smart_count: weeks.length,
          first: write(weeks[0]?.middle ?? 0),
          last: write(weeks.at(-1)?.middle ?? 0),
        })}
      >
        <polygon className={styles.band} points={band.join(" ")} />
        <polyline
          className={styles.line}
          points={points(({ middle }) => middle).join(" ")}
        />
        {weeks.map((week) => (
          <path
            key={week.from}
            className={styles.point}
            d={`M${across(week)} ${down(week.middle)}h0`}
          >
            <title>{`${formatDay(week.from, locale)}: ${write(week.middle)}`}</title>
          </path>
        ))}
      </svg>
      <figcaption className={styles.axis} aria-hidden="true">
        <span>{formatDay(first, locale)}</span>
        <span>
          {t("list.chart.scale", {
            lowest: write(lowest),
            highest: write(highest),
          })}
        </span>
        <span>{formatDay(last, locale)}</span>
      </figcaption>
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
