import { useT } from "../../providers/i18n/useT";
import { useWorkspace } from "../../providers/workspace";
import { Button } from "../../ui/Button";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { Icon } from "../../ui/Icon";
import { updateSearch, type SavedSearch } from "./calls";
import { useSearchChange } from "./useSavedSearches";
import type { StillThere } from "./useStillThere";
import styles from "./Saved.module.css";

/** What of a search is no longer there, and the way to keep it without that. */
export function GoneParts({
  search,
  still,
}: {
  search: SavedSearch;
  still: StillThere;
}) {
  const t = useT();
  const { capabilities } = useWorkspace();
  const { mutate, isPending, error } = useSearchChange(updateSearch);
  const { id, title } = search;
  const { params, gone } = still;
  return (
    <>
      <div className={styles.gone}>
        <Icon name="alert" size={16} />
        <p className={styles.goneText}>
          {t("saved.gone", { parts: gone.join(", ") })}
        </p>
        {capabilities.savedSearchUpdates && params !== "" && (
          <Button
            kind="ghost"
            aria-label={t("saved.keepOf", { title })}
            isPending={isPending}
            onClick={() => {
              mutate({ id, title, params });
            }}
          >
            {t("saved.keep")}
          </Button>
        )}
      </div>
      {error && <ErrorNotice error={error} />}
    </>
  );
}
