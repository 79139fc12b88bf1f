import { savedType } from "../../../domain/listing/savedSearch";
import { useT } from "../../providers/i18n/useT";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { useListing } from "../listing/ListingContext";
import {
  setDefaultView,
  updateSearch,
  useSearchChange,
  type SavedSearch,
} from "./useSavedSearches";
import styles from "./Saved.module.css";

/** The choices whether a view opens with the list and whether colleagues see it. */
export function ViewOptions({
  search,
  canShare,
}: {
  search: SavedSearch;
  canShare: boolean;
}) {
  const t = useT();
  const type = savedType(useListing().resource);
  const opening = useSearchChange(setDefaultView);
  const sharing = useSearchChange(updateSearch);
  const { id, title, isDefault = false, shared = false } = search;
  const error = opening.error ?? sharing.error;
  return (
    <>
      <div className={styles.options}>
        <label className={styles.option}>
          <input
            type="checkbox"
            aria-label={t("savedViews.openOf", { title })}
            checked={
              opening.isPending ? opening.variables.id !== null : isDefault
            }
            onChange={({ target }) => {
              opening.mutate({ type, id: target.checked ? id : null });
            }}
          />
          {t("savedViews.open")}
        </label>
        {canShare && (
          <label className={styles.option}>
            <input
              type="checkbox"
              aria-label={t("savedViews.shareOf", { title })}
              checked={sharing.isPending ? sharing.variables.shared : shared}
              onChange={({ target }) => {
                sharing.mutate({ id, title, shared: target.checked });
              }}
            />
            {t("savedViews.share")}
          </label>
        )}
      </div>
      {error && <ErrorNotice error={error} />}
    </>
  );
}
