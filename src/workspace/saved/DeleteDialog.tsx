import { useT } from "../../providers/i18n/useT";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { deleteSearch, type SavedSearch } from "./calls";
import { useSearchChange } from "./useSavedSearches";
import styles from "./Saved.module.css";

type DeleteDialogProps = { search: SavedSearch; onBack: () => void };

/** Asks once more before a saved search is deleted. */
export function DeleteDialog({
  search: { id, title },
  onBack,
}: DeleteDialogProps) {
  const t = useT();
  const { mutate, isPending, error } = useSearchChange(deleteSearch, onBack);
  return (
    <Dialog
      title={t("saved.confirm.title")}
      onClose={onBack}
      actions={
        <>
          <Button onClick={onBack} disabled={isPending}>
            {t("saved.confirm.no")}
          </Button>
          <Button
            kind="danger"
            isPending={isPending}
            onClick={() => {
              mutate(id);
            }}
          >
            {t("saved.confirm.yes")}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <p className={styles.words}>{t("saved.confirm.text", { title })}</p>
        {error && <ErrorNotice error={error} />}
      </div>
    </Dialog>
  );
}
