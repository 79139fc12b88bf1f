import { useState } from "react";
import type { DeclaredAction } from "../../../domain/resource";
import { useT } from "../../providers/i18n/useT";
import { Button } from "../../ui/Button";
import { Icon } from "../../ui/Icon";
import { FieldTextProvider } from "../../workspace/fieldText";
import { entriesOf, entryNamed } from "../document/choices";
import { withLabel } from "../document/useDraft";
import { useIsTyped } from "../fields/useStoredInput";
import { useWorkshop } from "../WorkshopContext";
import { ActionForm } from "./ActionForm";
import styles from "../fields/fields.module.css";
import parts from "../parts/parts.module.css";

/** Lists the actions of a list with records, and creates actions. */
export default function ActionsPanel() {
  const t = useT();
  const { declaration, published, row } = useWorkshop();
  const wasTyped = useIsTyped(`${published.id}.action.`);
  const [isNew, setNew] = useState(wasTyped);
  const actions = declaration
    ? (entriesOf(declaration, "actions") as DeclaredAction[])
    : [];
  return (
    <FieldTextProvider row={row}>
      <div className={styles.panel}>
        <p>{t("workshop.newAction.text")}</p>
        {isNew ? (
          <ActionForm onClose={() => setNew(false)} />
        ) : (
          <div>
            <Button onClick={() => setNew(true)}>
              <Icon name="plus" /> {t("workshop.newAction.title")}
            </Button>
          </div>
        )}
        <ul className={styles.list}>
          {actions.map((action) => (
            <ActionEntry key={action.id} action={action} />
          ))}
        </ul>
      </div>
    </FieldTextProvider>
  );
}

function ActionEntry({ action }: { action: DeclaredAction }) {
  const t = useT();
  const { declaration, editing, entryText, fieldText, published, checked } =
    useWorkshop();
  const { id, edits = [] } = action;
  const wasTyped = useIsTyped(`${published.id}.action.${id}`);
  const [isEdited, setEdited] = useState(wasTyped);
  const isCreated =
    published.created.includes(id) ||
    !entryNamed(published.document.declaration, "actions", id);
  const title = entryText("actions", action);
  const index = declaration
    ? entriesOf(declaration, "actions").findIndex((entry) => entry.id === id)
    : -1;
  const place = `/actions/${String(index)}`;
  const problems = (checked.check?.problems ?? []).filter(
    ({ file, pointer }) =>
      file === `resources/${published.id}.json` &&
      (pointer === place || pointer.startsWith(`${place}/`)),
  );
  const remove = () => {
    if (!declaration) return;
    const { labels } = editing.draft.present;
    editing.editParts({
      labels: (["en", "ru"] as const).reduce(
        (texts, language) =>
          withLabel(texts, { language, key: `actions.${id}`, text: "" }),
        labels,
      ),
      declaration: {
        ...declaration,
        actions: entriesOf(declaration, "actions").filter(
          (entry) => entry.id !== id,
        ),
      },
    });
  };
  return (
    <li className={parts.card}>
      <div className={styles.head}>
        <strong>{title}</strong>
        {isCreated && (
          <span className={styles.created}>
            {t("workshop.newField.created")}
          </span>
        )}
      </div>
      <p className={styles.facts}>
        {[id, ...edits.map(fieldText)].join(" · ")}
      </p>
      {problems.map(({ pointer, reason }) => (
        <p key={`${pointer} ${reason}`} className={styles.error} role="alert">
          {reason}
        </p>
      ))}
      {isCreated && isEdited && (
        <ActionForm action={action} onClose={() => setEdited(false)} />
      )}
      {isCreated && !isEdited ? (
        <div className={styles.actions}>
          <Button
            kind="ghost"
            aria-label={t("workshop.newAction.editOf", { action: title })}
            onClick={() => setEdited(true)}
          >
            {t("workshop.newField.editShort")}
          </Button>
          <Button
            kind="ghost"
            aria-label={t("workshop.newAction.removeOf", { action: title })}
            onClick={remove}
          >
            {t("workshop.newField.remove")}
          </Button>
        </div>
      ) : (
        !isCreated && (
          <p className={styles.facts}>{t("workshop.newAction.ofFile")}</p>
        )
      )}
    </li>
  );
}
