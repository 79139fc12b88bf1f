import { useT } from "../../providers/i18n/useT";
import { Icon } from "../../ui/Icon";
import { withSort } from "../listing/changes";
import { useListQuery } from "../listing/ListingContext";
import { sortKey, useSorts } from "../listing/useSorts";
import styles from "./SortMenu.module.css";

/** The order of the rows, for those who do not use the headings. */
export function SortMenu() {
  const { state, change } = useListQuery();
  const t = useT();
  const sorts = useSorts();
  return (
    <label className={styles.menu}>
      <Icon name="sort" size={16} />
      <select
        className={styles.select}
        aria-label={t("list.sort.title")}
        value={sortKey(state.sort)}
        onChange={(event) => {
          const chosen = sorts.find(({ key }) => key === event.target.value);
          change(withSort(state, chosen?.sort ?? null));
        }}
      >
        {sorts.map(({ key, label }) => (
          <option key={key} value={key}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}
