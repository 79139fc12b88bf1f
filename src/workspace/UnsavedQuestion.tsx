import { useT } from "../providers/i18n/useT";
import { Button } from "../ui/Button";
import { Dialog } from "../ui/Dialog";

type Texts = { title: string; text: string; leave: string };

/** Asks before typed values are lost, as `useUnsavedGuard` demands. */
export function UnsavedQuestion({
  question,
  texts,
}: {
  question: { leave: () => void; stay: () => void };
  /** Replaces the texts of a form that is not saved. */
  texts?: Texts;
}) {
  const t = useT();
  const { title, text, leave } = texts ?? {
    title: t("form.unsaved.title"),
    text: t("form.unsaved.text"),
    leave: t("form.unsaved.leave"),
  };
  return (
    <Dialog
      title={title}
      asksToLeave
      onClose={question.stay}
      actions={
        <>
          <Button kind="danger" onClick={question.leave}>
            {leave}
          </Button>
          <Button kind="primary" onClick={question.stay}>
            {t("form.unsaved.stay")}
          </Button>
        </>
      }
    >
      <p>{text}</p>
    </Dialog>
  );
}
