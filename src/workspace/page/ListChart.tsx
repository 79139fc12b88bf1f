import styles from "./ListChart.module.css";
import { useQuery } from "@tanstack/react-query";
import { groupValue, missingFilter, missingValue } from "../../../domain/chart";
import { filterCall } from "../../../domain/listing/call";
import type { FilterValue } from "../../../domain/listing/state";
import { filterId, type Filter } from "../../../domain/resource";
import type { ListChartReply } from "../../../generated/schemas";
import { useT } from "../../providers/i18n/useT";
import { useWorkspace } from "../../providers/workspace";
import { classes } from "../../ui/classes";
import { QueryFailure } from "../../ui/QueryFailure";
import { dayText } from "../../ui/dateText";
import { Skeleton } from "../../ui/Skeleton";
import { GroupBars } from "../chart/GroupBars";
import { useGroupLabel } from "../chart/useGroupLabel";
import { WeekChart, type Week } from "../chart/WeekChart";
import { useFieldText, useTextTools } from "../fieldText";
import {
  useDraft,
  useListFacets,
  useListing,
  useListQuery,
} from "../listing/ListingContext";
import { isRange } from "../listing/useFacets";
import { useFilterTexts } from "../listing/useFilterTexts";

/**
 * Draws the chart of the rows that match the filters: bars of the values of a filter, or the
 * weekly median and quartiles, with the same numbers as a table.
 */
export default function ListChart() {
  const { resource } = useListing();
  const { state } = useListQuery();
  const { call } = useWorkspace();
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
  const { weeks = [], groups = [], missing } = data ?? {};
  const isEmpty =
    weeks.length === 0 && groups.length === 0 && missing === undefined;
  return (
    <section
      className={classes(
        styles.chart,
        chart?.by === undefined && styles.ofWeeks,
        isPlaceholderData && styles.outdated,
      )}
      aria-label={t("list.chart.title")}
      aria-busy={isFetching}
    >
      {!data && !error && <Skeleton height={300} />}
      <QueryFailure {...chartQuery} />
      {data && isEmpty && (
        <p className={styles.empty}>{t("list.chart.empty")}</p>
      )}
      {weeks.length > 0 && <Weeks weeks={weeks} />}
      {data && !isEmpty && chart?.by !== undefined && (
        <Groups by={chart.by} reply={data} />
      )}
    </section>
  );
}

function Weeks({ weeks }: { weeks: readonly Week[] }) {
  const { resource } = useListing();
  const write = useFieldText();
  const { locale } = useTextTools();
  const t = useT();
  const dayOf = (week: Week | undefined) =>
    week
      ? dayText(new Date(week.from), {
          locale,
          timeZone: "UTC",
          year: "numeric",
        })
      : "";
  const covered = t("list.chart.covers", {
    first: dayOf(weeks[0]),
    last: dayOf(weeks.at(-1)),
  });
  return (
    <>
      <Caption about={covered} />
      <WeekChart
        weeks={weeks}
        write={(value) => write(resource.chart?.y ?? "", value)}
      />
    </>
  );
}

/** The bars of a filter. A bar sets the filter to its value alone, or clears it. */
function Groups({ by, reply }: { by: string; reply: ListChartReply }) {
  const { resource, row, labels } = useListing();
  const { choice, choose } = useDraft();
  const t = useT();
  const filter = resource.filters.find((each) => filterId(each) === by);
  const field = filter && row.properties[filter.field];
  const labelOf = useGroupLabel(filter, field);
  if (!filter || !field) return null;
  const empty = missingFilter(resource, filter);
  const emptyId = empty && filterId(empty);
  const toggle = (id: string, value: FilterValue) => {
    const isOn = JSON.stringify(choice.filters[id]) === JSON.stringify(value);
    return {
      isOn,
      onChoose: () => {
        // Waits for the next change: both are applied at once.
        if (id !== by) choose(by, undefined, 1_000);
        choose(id, isOn ? undefined : value, 0);
      },
    };
  };
  return (
    <>
      <Caption about={t("list.chart.by", { filter: labels.filter(filter) })} />
      <GroupBars
        groups={reply.groups ?? []}
        field={field}
        labelOf={labelOf}
        targetOf={({ value }) => toggle(by, groupValue(field, filter, value))}
        missing={reply.missing}
        missingTarget={
          emptyId === undefined ? {} : toggle(emptyId, missingValue)
        }
        others={reply.others}
      />
    </>
  );
}

/** Says what the chart covers, and the values of the filters in its declaration. */
function Caption({ about }: { about: string }) {
  const { resource, labels } = useListing();
  const { state } = useListQuery();
  const facets = useListFacets();
  const textsOf = useFilterTexts();
  const write = useFieldText();
  const t = useT();
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
      {[about, ...named.map(textOf)].join(" · ")}
    </p>
  );
}
