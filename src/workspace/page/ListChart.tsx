import styles from "./ListChart.module.css";
import { useQuery } from "@tanstack/react-query";
import { filterCall } from "../../../domain/listing/call";
import { filterId, type Filter } from "../../../domain/resource";
import type { ListChartReply } from "../../../generated/schemas";
import { useT } from "../../providers/i18n/useT";
import { useWorkspace } from "../../providers/workspace";
import { classes } from "../../ui/classes";
import { QueryFailure } from "../../ui/QueryFailure";
import { dayText } from "../../ui/dateText";
import { Skeleton } from "../../ui/Skeleton";
import { WeekChart, type Week } from "../chart/WeekChart";
import { useFieldText, useTextTools } from "../fieldText";
import {
  useListFacets,
  useListing,
  useListQuery,
} from "../listing/ListingContext";
import { isRange } from "../listing/useFacets";
import { useFilterTexts } from "../listing/useFilterTexts";

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
  const chartQuery = useQuery({
    queryKey: [resource.name, "chart", query],
    queryFn: ({ signal }) =>
      call<ListChartReply>(calls.chart?.path ?? "", { query, signal }),
    placeholderData: (previous) => previous,
  });
  const { data, error, isFetching, isPlaceholderData } = chartQuery;
  const weeks = data?.weeks ?? [];
  const writeValue = (value: number) => write(chart?.y ?? "", value);
  return (
    <section
      className={classes(styles.chart, isPlaceholderData && styles.outdated)}
      aria-label={t("list.chart.title")}
      aria-busy={isFetching}
    >
      {!data && !error && <Skeleton height={300} />}
      <QueryFailure {...chartQuery} />
      {data && weeks.length === 0 && (
        <p className={styles.empty}>{t("list.chart.empty")}</p>
      )}
      {weeks.length > 0 && (
        <>
          <Caption weeks={weeks} />
          <WeekChart weeks={weeks} write={writeValue} />
        </>
      )}
    </section>
  );
}

/** Says which days the chart covers, and the values of the filters in its declaration. */
function Caption({ weeks }: { weeks: readonly Week[] }) {
  const { resource, labels } = useListing();
  const { state } = useListQuery();
  const facets = useListFacets();
  const textsOf = useFilterTexts();
  const { locale } = useTextTools();
  const write = useFieldText();
  const t = useT();
  const dayOf = (week: Week | undefined) =>
    week
      ? dayText(new Date(week.from), {
          locale,
          timeZone: "UTC",
          year: "numeric",
        })
      : "";
  const textOf = (filter: Filter) => {
    const value = state.filters[filterId(filter)];
    if (value)
      return textsOf(filter, value)
        .map(({ text }) => text)
        .join(", ");
    const bounds = facets.of(filterId(filter));
    const label = labels.filter(filter);
    return isRange(bounds) && bounds.min !== null && bounds.max !== null
      ? t("list.chart.allBetween", {
          filter: label,
          from: write(filter.field, bounds.min),
          to: write(filter.field, bounds.max),
        })
      : t("list.chart.all", { filter: label });
  };
  const named = resource.filters.filter((filter) =>
    resource.chart?.caption?.includes(filterId(filter)),
  );
  return (
    <p className={styles.caption}>
      {[
        t("list.chart.covers", {
          first: dayOf(weeks[0]),
          last: dayOf(weeks.at(-1)),
        }),
        ...named.map(textOf),
      ].join(" · ")}
    </p>
  );
}
