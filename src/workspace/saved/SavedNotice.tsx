import { useT } from "../../providers/i18n/useT";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";

type SavedNoticeProps = {
  title: string;
  onAll: () => void;
  onClose: () => void;
};

/** The search is saved; from here to all of them. */
export function SavedNotice({ title, onAll, onClose }: SavedNoticeProps) {
  const t = useT();
  return (
    <Dialog
      title={t("saved.done.title")}
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
      <p role="status">{t("saved.done.text", { title })}</p>
    </Dialog>
  );
}
