import { useState } from "react";
import { useT } from "../../providers/i18n/useT";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { SaveDialog } from "./SaveDialog";
import { NotifyOption } from "./SavedItem";
import { SavedList } from "./SavedList";
import {
  deleteSearch,
  useSavedSearches,
  useSavesViews,
  useSearchChange,
  type SavedSearch,
} from "./useSavedSearches";
import styles from "./Saved.module.css";

type Step =
  | { name: "list" }
  | { name: "save" }
  | { name: "saved"; title: string; id: string | undefined }
  | { name: "delete"; search: SavedSearch };

const list: Step = { name: "list" };

/** The saved searches, with steps to save the current search and to delete one. */
export default function SavedDialog({ onClose }: { onClose: () => void }) {
  const [step, setStep] = useState<Step>(list);
  const toList = () => {
    setStep(list);
  };
  switch (step.name) {
    case "list":
      return (
        <SavedList
          onClose={onClose}
          onSave={() => {
            setStep({ name: "save" });
          }}
          onDelete={(search) => {
            setStep({ name: "delete", search });
          }}
        />
      );
    case "save":
      return (
        <SaveDialog
          onBack={toList}
          onSaved={(title, id) => {
            setStep({ name: "saved", title, id });
          }}
        />
      );
    case "saved":
      return (
        <Confirmation
          title={step.title}
          id={step.id}
          onAll={toList}
          onClose={onClose}
        />
      );
    case "delete":
      return <DeleteDialog search={step.search} onBack={toList} />;
  }
}

type ConfirmationProps = {
  title: string;
  id: string | undefined;
  onAll: () => void;
  onClose: () => void;
};

/** Confirms that the search is saved, and asks about alerts if the list has them. */
function Confirmation({ title, id, onAll, onClose }: ConfirmationProps) {
  const t = useT();
  const { data } = useSavedSearches();
  const search = data?.find((saved) => saved.id === id);
  const texts = useSavesViews() ? "savedViews" : "saved";
  return (
    <Dialog
      title={t(`${texts}.done.title`)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onAll}>{t("saved.done.all")}</Button>
          <Button kind="primary" onClick={onClose}>
            {t("saved.done.close")}
          </Button>
        </>
      }
    >
      <p role="status">{t(`${texts}.done.text`, { title })}</p>
      {search?.notify !== undefined && <NotifyOption search={search} />}
    </Dialog>
  );
}

type DeleteDialogProps = { search: SavedSearch; onBack: () => void };

/** Asks for confirmation before a saved search is deleted. */
function DeleteDialog({ search: { id, title }, onBack }: DeleteDialogProps) {
  const t = useT();
  const texts = useSavesViews() ? "savedViews" : "saved";
  const { mutate, isPending, error } = useSearchChange(deleteSearch, onBack);
  return (
    <Dialog
      title={t(`${texts}.confirm.title`)}
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
        <p className={styles.question}>{t("saved.confirm.text", { title })}</p>
        {error && <ErrorNotice error={error} />}
      </div>
    </Dialog>
  );
}
