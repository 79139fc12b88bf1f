import { mostSavedSearches } from "../../../domain/limits";
import { savedParams } from "../../../domain/listing/savedSearch";
import { useT } from "../../providers/i18n/useT";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { Empty } from "../../ui/Empty";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { Skeleton } from "../../ui/Skeleton";
import { VisuallyHidden } from "../../ui/VisuallyHidden";
import { useListing, useListQuery } from "../listing/ListingContext";
import { SavedItem } from "./SavedItem";
import { useSavedSearches, type SavedSearch } from "./useSavedSearches";
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
  const isFull = data !== undefined && data.length >= mostSavedSearches;
  const reasonNotToSave = () => {
    if (isFull) return t("saved.limit", { count: mostSavedSearches });
    return current === "" ? t("saved.nothing") : null;
  };
  const reason = reasonNotToSave();
  return (
    <Dialog
      title={t("saved.title")}
      onClose={onClose}
      actions={
        <>
          {reason && data?.length !== 0 && (
            <p className={isFull ? styles.warning : styles.reason}>{reason}</p>
          )}
          <Button kind="primary" disabled={reason !== null} onClick={onSave}>
            {t("saved.save")}
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
          title={t("saved.empty.title")}
          text={t(current === "" ? "saved.empty.text" : "saved.empty.ready")}
        />
      )}
      {data && data.length > 0 && (
        <ul className={styles.list} aria-label={t("saved.title")}>
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
