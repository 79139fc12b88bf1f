import { formatNumber } from "../../../domain/money";
import { filterId } from "../../../domain/resource";
import { useT } from "../../providers/i18n/useT";
import { useFieldText } from "../useFieldText";
import { countersOf } from "../listing/countersOf";
import {
  useDraft,
  useListing,
  useListQuery,
  useListRows,
} from "../listing/ListingContext";
import styles from "./TabBar.module.css";

const all = "All";

/** Tabs with counters; choosing the present one again takes it back. */
export function TabBar() {
  const { resource } = useListing();
  const { state } = useListQuery();
  const { reply } = useListRows();
  const { choose } = useDraft();
  const t = useT();
  const text = useFieldText();
  const { tabs } = resource;
  if (!tabs) return null;
  const filter = resource.filters.find((one) => filterId(one) === tabs.filter);
  const value = state.filters[tabs.filter];
  const chosen = value?.kind === "choices" ? value.values[0] : undefined;
  const counters = countersOf(resource, reply);
  return (
    <div className={styles.tabs} role="group" aria-label={t("list.tabs.title")}>
      {tabs.values.map((tab) => {
        const isActive = tab.value === (chosen ?? all);
        const count = counters.get(tab.value);
        const isCleared = isActive || tab.value === all;
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
            {tab.value === all
              ? t("list.tabs.all")
              : text(filter?.field ?? tabs.filter, tab.value)}{" "}
            {count !== undefined && (
              <span className={styles.count}>{formatNumber(count)}</span>
            )}
          </button>
        );
      })}
    </div>
  );
}
