import {
  relativeParams,
  savedParams,
} from "../../../domain/listing/savedSearch";
import { japanDay } from "../../../domain/japanTime";
import { useT } from "../../providers/i18n/useT";
import { serverNow } from "../../providers/serverClock";
import { Button } from "../../ui/Button";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { useListing, useListQuery } from "../listing/ListingContext";
import { useIsShown, useOpenedView, useOpenSearch } from "./useOpenedView";
import { updateSearch, useSearchChange } from "./useSavedSearches";
import { useViewLayout } from "./useViewLayout";
import styles from "./Saved.module.css";

/** Says that the list differs from the open view, and offers to save or reset it. */
export function ChangedView({ onDone }: { onDone: () => void }) {
  const t = useT();
  const { resource } = useListing();
  const { state } = useListQuery();
  const { layout } = useViewLayout();
  const view = useOpenedView();
  const isShown = useIsShown();
  const open = useOpenSearch();
  const { mutate, isPending, error } = useSearchChange(updateSearch, onDone);
  if (!view || isShown(view)) return null;
  const { id, title } = view;
  return (
    <>
      <div className={styles.changed}>
        <p className={styles.droppedText}>
          {t("savedViews.changed", { title })}
        </p>
        {view.owner === undefined && (
          <Button
            isPending={isPending}
            onClick={() => {
              const params = relativeParams(
                resource,
                savedParams(resource, state),
                japanDay(serverNow()),
              );
              mutate({ id, title, params, layout });
            }}
          >
            {t("savedViews.update")}
          </Button>
        )}
        <Button
          kind="ghost"
          disabled={isPending}
          onClick={() => {
            open(view);
            onDone();
          }}
        >
          {t("savedViews.reset")}
        </Button>
      </div>
      {error && <ErrorNotice error={error} />}
    </>
  );
}
