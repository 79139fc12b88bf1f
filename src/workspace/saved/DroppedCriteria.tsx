import { japanDay } from "../../../domain/japanTime";
import { readSaved } from "../../../domain/listing/savedSearch";
import type { ListingState } from "../../../domain/listing/state";
import { useT } from "../../providers/i18n/useT";
import { serverNow } from "../../providers/serverClock";
import { useWorkspace } from "../../providers/workspace";
import { Button } from "../../ui/Button";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { Icon } from "../../ui/Icon";
import { useListing } from "../listing/ListingContext";
import {
  updateSearch,
  useSearchChange,
  type SavedSearch,
} from "./useSavedSearches";
import styles from "./Saved.module.css";

export type ReconciledSearch = {
  state: ListingState;
  params: string;
  /** Criteria that the list no longer accepts, as saved: `fuel=petrol`. */
  dropped: string[];
};

/**
 * Returns a function that reconciles a saved search with the list's declaration. Our server reports
 * what it dropped; the browser checks searches of other servers by the same
 * declaration.
 */
export function useReconciled(): (search: SavedSearch) => ReconciledSearch {
  const { resource, row } = useListing();
  return ({ params, dropped = [] }) => {
    const read = readSaved(resource, row, params, japanDay(serverNow()));
    return {
      state: read.state,
      params: read.params,
      dropped: [...dropped, ...read.dropped].map(
        ({ param, value }) => `${param}=${value}`,
      ),
    };
  };
}

type DroppedCriteriaProps = {
  search: SavedSearch;
  reconciled: ReconciledSearch;
};

/** The dropped criteria of a search, with a button to save it without them. */
export function DroppedCriteria({ search, reconciled }: DroppedCriteriaProps) {
  const t = useT();
  const { isOwnServer } = useWorkspace();
  const { mutate, isPending, error } = useSearchChange(updateSearch);
  const { id, title } = search;
  const { params, dropped } = reconciled;
  return (
    <>
      <div className={styles.dropped}>
        <Icon name="alert" size={16} />
        <p className={styles.droppedText}>
          {t("saved.gone", { parts: dropped.join(", ") })}
        </p>
        {isOwnServer && params !== "" && (
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
