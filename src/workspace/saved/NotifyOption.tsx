import { useT } from "../../providers/i18n/useT";
import { ErrorNotice } from "../../ui/ErrorNotice";
import {
  updateSearch,
  useSearchChange,
  type SavedSearch,
} from "./useSavedSearches";
import styles from "./Saved.module.css";

const options = ["none", "daily", "now"] as const;

/** The choice when to tell of the new rows of a search. */
export function NotifyOption({ search }: { search: SavedSearch }) {
  const t = useT();
  const { mutate, isPending, variables, error } = useSearchChange(updateSearch);
  const { id, title, notify = "none" } = search;
  return (
    <>
      <label className={styles.notify}>
        {t("saved.notify.label")}
        <select
          className={styles.notifyChoice}
          aria-label={t("saved.notify.labelOf", { title })}
          value={isPending ? variables.notify : notify}
          // A disabled choice would lose the focus.
          aria-disabled={isPending}
          onChange={({ target }) => {
            const chosen = options.find((option) => option === target.value);
            if (chosen && !isPending) mutate({ id, title, notify: chosen });
          }}
        >
          {options.map((option) => (
            <option key={option} value={option}>
              {t(`saved.notify.${option}`)}
            </option>
          ))}
        </select>
      </label>
      {error && <ErrorNotice error={error} />}
    </>
  );
}
