import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { noDocument } from "../../../domain/declarations/document";
import { useT } from "../../providers/i18n/useT";
import { Button } from "../../ui/Button";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { withLabel, useCheck } from "../document/useDraft";
import { useIsTyped, useStoredInput } from "../fields/useStoredInput";
import { Problems } from "../parts/Changes";
import { ReasonDialog } from "../publish/ReasonDialog";
import { useWorkshop } from "../WorkshopContext";
import { ListForm, type TypedList } from "./ListForm";
import { inputOf, withChanged, withInput } from "./listInput";
import styles from "../fields/fields.module.css";

/** The facts of a created list, their form, and the removal of the list. */
export default function ListPanel({ onRemoved }: { onRemoved: () => void }) {
  const t = useT();
  const { declaration, published } = useWorkshop();
  const wasTyped = useIsTyped(`${published.id}.list`);
  const [isEdited, setEdited] = useState(wasTyped);
  const [isRemoving, setRemoving] = useState(false);
  const isPublished = Object.keys(published.document.declaration).length > 0;
  return (
    <div className={styles.panel}>
      <p>{t("workshop.newList.created")}</p>
      {isEdited && declaration ? (
        <EditForm onClose={() => setEdited(false)} />
      ) : (
        <div className={styles.actions}>
          <Button disabled={!declaration} onClick={() => setEdited(true)}>
            {t("workshop.newList.edit")}
          </Button>
          {isPublished && (
            <Button onClick={() => setRemoving(true)}>
              {t("workshop.newList.remove")}
            </Button>
          )}
        </div>
      )}
      {isRemoving && (
        <RemoveDialog
          onClose={() => setRemoving(false)}
          onRemoved={onRemoved}
        />
      )}
    </div>
  );
}

/** The typed values of the form, and the list as it was then. */
type StoredEdit = TypedList & { opened?: TypedList };

function EditForm({ onClose }: { onClose: () => void }) {
  const { declaration, editing, published } = useWorkshop();
  const { labels, unique } = editing.draft.present;
  const titles = { en: labels.en.title ?? "", ru: labels.ru.title ?? "" };
  const present = { ...inputOf(declaration ?? {}, titles), isNamed: true };
  const [typed, setTyped, forget] = useStoredInput<StoredEdit>(
    `${published.id}.list`,
    { opened: present, ...present },
  );
  // The draft may get published changes of other people while the form is open.
  const { opened = present, ...stored } = typed;
  const input = withChanged(present, { opened, input: stored });
  const close = () => {
    forget();
    onClose();
  };
  return (
    <ListForm
      input={input}
      isNew={false}
      taken={[]}
      unique={unique}
      onChange={(next) => setTyped({ opened: present, ...next })}
      onSubmit={() => {
        if (!declaration) return;
        editing.editParts({
          declaration: withInput(declaration, input, unique),
          labels: (["en", "ru"] as const).reduce(
            (texts, language) =>
              withLabel(texts, {
                language,
                key: "title",
                text: input.titles[language].trim(),
              }),
            labels,
          ),
        });
        close();
      }}
      onCancel={close}
    />
  );
}

function RemoveDialog({
  onClose,
  onRemoved,
}: {
  onClose: () => void;
  onRemoved: () => void;
}) {
  const t = useT();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { published, editing } = useWorkshop();
  const { id: resource, version } = published;
  const { check, isChecking, error } = useCheck(resource, noDocument, version);
  const problems = check?.problems ?? [];
  return (
    <ReasonDialog
      title={t("workshop.newList.removeTitle")}
      action={t("workshop.newList.remove")}
      done="workshop.newList.removed"
      body={{ resource, document: noDocument, version }}
      check={check}
      isDisabled={isChecking || !check || problems.length > 0}
      onDone={() => {
        editing.discard();
        void navigate("/workspace");
        queryClient.removeQueries({
          queryKey: ["workspace/resources", "record", resource],
        });
        onRemoved();
      }}
      onClose={onClose}
    >
      <p>{t("workshop.newList.removeText")}</p>
      {isChecking && <p role="status">{t("workshop.publish.checking")}</p>}
      {error !== undefined && <ErrorNotice error={error} />}
      {problems.length > 0 && (
        <>
          <p role="alert">{t("workshop.newList.stillUsed")}</p>
          <Problems problems={problems} />
        </>
      )}
    </ReasonDialog>
  );
}
