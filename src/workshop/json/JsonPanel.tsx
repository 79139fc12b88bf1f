import { useId, useMemo } from "react";
import { useT } from "../../providers/i18n/useT";
import { namesOf } from "../document/choices";
import { useWorkshop } from "../WorkshopContext";
import { JsonEditor } from "./JsonEditor";
import styles from "./json.module.css";

/** The draft as JSON, with every key and value. */
export default function JsonPanel() {
  const t = useT();
  const helpId = useId();
  const { editing, checked, declaration, published, row } = useWorkshop();
  const names = useMemo(
    () => namesOf(declaration ?? published.document.declaration, row),
    [declaration, published, row],
  );
  return (
    <div className={styles.panel}>
      <p id={helpId} className={styles.help}>
        {t("workshop.json.help")}
      </p>
      <JsonEditor
        label={t("workshop.json.label")}
        describedBy={helpId}
        text={editing.draft.present.text}
        problems={checked.check?.problems ?? noProblems}
        names={names}
        onChange={editing.editText}
        onUndo={editing.undo}
        onRedo={editing.redo}
      />
    </div>
  );
}

const noProblems: never[] = [];
