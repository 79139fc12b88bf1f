import { useT } from "../../providers/i18n/useT";
import { ErrorNotice } from "../../ui/ErrorNotice";
import {
  updateSearch,
  useSearchChange,
  type SavedSearch,
} from "./useSavedSearches";
import styles from "./Saved.module.css";

/** The checkbox for daily mails with the new lots of a search. */
export function DailySwitch({ search }: { search: SavedSearch }) {
  const t = useT();
  const { mutate, isPending, variables, error } = useSearchChange(updateSearch);
  const { id, title, daily = false } = search;
  return (
    <>
      <label className={styles.daily}>
        <input
          type="checkbox"
          aria-label={t("saved.dailyOf", { title })}
          checked={isPending ? variables.daily === true : daily}
          disabled={isPending}
          onChange={(event) => {
            mutate({ id, title, daily: event.target.checked });
          }}
        />
        {t("saved.daily")}
      </label>
      {error && <ErrorNotice error={error} />}
    </>
  );
}
