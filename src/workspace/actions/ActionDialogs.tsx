import { useTranslate } from "ra-core";
import { useLayoutEffect, useRef } from "react";
import { TextSection } from "../../providers/i18n/TextSection";
import { useT } from "../../providers/i18n/useT";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { WarningText } from "../../ui/WarningText";
import type { OpenQuestion } from "./useQuestions";
import styles from "./Actions.module.css";

/** Asks one question before an action, with the texts of its rows. */
export const QuestionDialog = ({ open }: { open: OpenQuestion }) => (
  <TextSection section={open.section}>
    <Question open={open} />
  </TextSection>
);

function Question({ open }: { open: OpenQuestion }) {
  const { question, rowCount, row, answer } = open;
  const accept = useRef<HTMLButtonElement>(null);
  // Enter accepts. The dialog itself focuses its first button, which closes it.
  useLayoutEffect(() => {
    accept.current?.focus();
  }, []);
  const translate = useTranslate();
  const t = useT();
  const { title, text, tone = "standard", values } = question;
  return (
    <Dialog
      title={translate(title, values)}
      onClose={() => {
        answer(false);
      }}
      actions={
        <>
          <Button
            onClick={() => {
              answer(false);
            }}
          >
            {t("actions.confirm.cancel")}
          </Button>
          <Button
            kind={tone === "danger" ? "danger" : "primary"}
            ref={accept}
            onKeyDown={(event) => {
              // A key that is held down must not accept the next question too.
              if (event.repeat) event.preventDefault();
            }}
            onClick={() => {
              answer(true);
            }}
          >
            {translate(question.accept, values)}
          </Button>
        </>
      }
    >
      {tone === "standard" ? (
        <p>{translate(text, values)}</p>
      ) : (
        <WarningText>{translate(text, values)}</WarningText>
      )}
      {(row !== undefined || rowCount > 1) && (
        <p className={styles.rows}>
          {row ?? t("actions.confirm.rows", { smart_count: rowCount })}
        </p>
      )}
    </Dialog>
  );
}

/** Says why the change of a row was not made. */
export function FailureDialog({
  text,
  onClose,
}: {
  text: string;
  onClose: () => void;
}) {
  const t = useT();
  return (
    <Dialog
      title={t("actions.failure")}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t("shell.close")}</Button>}
    >
      <p role="alert">{text}</p>
    </Dialog>
  );
}
