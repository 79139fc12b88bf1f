import { formatNumber } from "../../../domain/money";
import { allValue, filterId, type Resource } from "../../../domain/resource";
import { useT } from "../../providers/i18n/useT";
import { classes } from "../../ui/classes";
import { useHasChanged } from "../../ui/useHasChanged";
import { useFieldText } from "../fieldText";
import { useFixedValues } from "../listing/fixedValues";
import {
  useDraft,
  useListing,
  useListQuery,
  useListRows,
} from "../listing/ListingContext";
import styles from "./TabBar.module.css";

type Counters = readonly { status: string; count: number }[];

/** Tabs with counters over one filter; clicking the active tab clears it. */
export function TabBar() {
  const { resource } = useListing();
  const { state } = useListQuery();
  const { reply } = useListRows();
  const { choose } = useDraft();
  const t = useT();
  const write = useFieldText();
  const fixed = useFixedValues();
  const { tabs } = resource;
  if (!tabs) return null;
  const filter = resource.filters.find(
    (filter) => filterId(filter) === tabs.filter,
  );
  const value = state.filters[tabs.filter];
  const chosen = value?.kind === "choices" ? value.values[0] : undefined;
  const counters = readCounters(resource, reply);
  return (
    <div className={styles.tabs} role="group" aria-label={t("list.tabs.title")}>
      {tabs.values.map((tab) => {
        const isActive = tab.value === (chosen ?? allValue);
        const count = counters.get(tab.value);
        const isCleared = isActive || tab.value === allValue;
        return (
          <button
            key={tab.value}
            type="button"
            className={styles.tab}
            aria-pressed={isActive}
            onClick={() => {
              choose(
                tabs.filter,
                isCleared
                  ? undefined
                  : { kind: "choices", values: [tab.value] },
                0,
              );
            }}
          >
            {tab.value === allValue
              ? t("list.tabs.all")
              : write(filter?.field ?? tabs.filter, tab.value, fixed)}{" "}
            {count !== undefined && <Count count={count} />}
          </button>
        );
      })}
    </div>
  );
}

/** The counter of a tab, which is marked for half a second when it changes. */
function Count({ count }: { count: number }) {
  const isChanged = useHasChanged(count);
  return (
    // Another key begins the animation again.
    <span
      key={count}
      className={classes(styles.count, isChanged && styles.changed)}
    >
      {formatNumber(count)}
    </span>
  );
}

/** Returns the counters by tab, from the declared property of the reply. */
function readCounters(
  resource: Resource,
  reply: unknown,
): ReadonlyMap<string, number> {
  const key = resource.calls.list.counters;
  if (!key || typeof reply !== "object" || reply === null) return new Map();
  const counters: unknown = (reply as Record<string, unknown>)[key];
  return Array.isArray(counters)
    ? new Map(
        (counters as Counters).map(({ status, count }) => [status, count]),
      )
    : new Map();
}
