import { japanDay } from "../../../domain/japanTime";
import { mostSavedSearches } from "../../../domain/limits";
import {
  savedParams,
  relativeParams,
} from "../../../domain/listing/savedSearch";
import { useT } from "../../providers/i18n/useT";
import { serverNow } from "../../providers/serverClock";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { Empty } from "../../ui/Empty";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { Skeleton } from "../../ui/Skeleton";
import { VisuallyHidden } from "../../ui/VisuallyHidden";
import { useListing, useListQuery } from "../listing/ListingContext";
import { SavedItem } from "./SavedItem";
import {
  useIsShown,
  useOpenedView,
  useOpenSearch,
  useViewLayout,
} from "./useOpenedView";
import {
  useSavedSearches,
  useSavesViews,
  type SavedSearch,
  updateSearch,
  useSearchChange,
} from "./useSavedSearches";
import styles from "./Saved.module.css";

type SavedListProps = {
  onClose: () => void;
  onSave: () => void;
  onDelete: (search: SavedSearch) => void;
};

/** The saved searches of the list. */
export function SavedList({ onClose, onSave, onDelete }: SavedListProps) {
  const t = useT();
  const { resource } = useListing();
  const { state } = useListQuery();
  const { data, error, isFetching, refetch } = useSavedSearches();
  const current = savedParams(resource, state);
  const isFull =
    data !== undefined &&
    data.filter(({ owner }) => owner === undefined).length >= mostSavedSearches;
  const savesViews = useSavesViews();
  const texts = savesViews ? "savedViews" : "saved";
  const reasonNotToSave = () => {
    if (isFull) return t(`${texts}.limit`, { count: mostSavedSearches });
    return current === "" && !savesViews ? t("saved.nothing") : null;
  };
  const reason = reasonNotToSave();
  return (
    <Dialog
      title={t(`${texts}.title`)}
      onClose={onClose}
      actions={
        <>
          {reason && data?.length !== 0 && (
            <p className={isFull ? styles.warning : styles.reason}>{reason}</p>
          )}
          <Button kind="primary" disabled={reason !== null} onClick={onSave}>
            {t(`${texts}.save`)}
          </Button>
        </>
      }
    >
      {error && (
        <ErrorNotice
          error={error}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      )}
      {!data && !error && <Waiting />}
      {data?.length === 0 && (
        <Empty
          icon="star"
          title={t(`${texts}.empty.title`)}
          text={t(
            current === "" ? `${texts}.empty.text` : `${texts}.empty.ready`,
          )}
        />
      )}
      {savesViews && <ChangedView onDone={onClose} />}
      {data && data.length > 0 && (
        <ul className={styles.list} aria-label={t(`${texts}.title`)}>
          {data.map((search) => (
            <SavedItem
              key={search.id}
              search={search}
              onChosen={onClose}
              onDelete={() => {
                onDelete(search);
              }}
            />
          ))}
        </ul>
      )}
    </Dialog>
  );
}

function Waiting() {
  const t = useT();
  return (
    <div className={styles.waiting} role="status">
      <VisuallyHidden>{t("shell.loading")}</VisuallyHidden>
      {[1, 2, 3].map((place) => (
        <Skeleton key={place} height={44} />
      ))}
    </div>
  );
}

/** Says that the list differs from the open view, and offers to save or reset it. */
function ChangedView({ onDone }: { onDone: () => void }) {
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
