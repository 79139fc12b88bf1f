import { useState } from "react";
import { useT } from "../../providers/i18n/useT";
import { Button } from "../../ui/Button";
import { Field } from "../../ui/Field";
import { Icon } from "../../ui/Icon";
import { FieldTextProvider } from "../../workspace/fieldText";
import { useWorkshop } from "../WorkshopContext";
import { FieldEntry } from "./FieldEntry";
import { FieldForm } from "./FieldForm";
import { useIsTyped } from "./useStoredInput";
import styles from "./fields.module.css";

/** Lists the fields of the row and where they are used, and creates fields. */
export default function FieldsPanel() {
  const t = useT();
  const { row, fieldText, published } = useWorkshop();
  const [search, setSearch] = useState("");
  const wasTyped = useIsTyped(`${published.id}.field.`);
  const [isNew, setNew] = useState(wasTyped);
  const query = search.trim().toLowerCase();
  const names = Object.keys(row.properties).filter((name) =>
    `${name} ${fieldText(name)}`.toLowerCase().includes(query),
  );
  return (
    <FieldTextProvider row={row}>
      <div className={styles.panel}>
        <p>{t("workshop.fields.text")}</p>
        {isNew ? (
          <FieldForm onClose={() => setNew(false)} />
        ) : (
          published.filledBy && (
            <div>
              <Button onClick={() => setNew(true)}>
                <Icon name="plus" /> {t("workshop.newField.title")}
              </Button>
            </div>
          )
        )}
        <Field
          label={t("workshop.fields.search")}
          type="search"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
        {names.length === 0 && <p>{t("workshop.fields.none")}</p>}
        <ul className={styles.list}>
          {names.map((name) => (
            <FieldEntry key={name} name={name} />
          ))}
        </ul>
      </div>
    </FieldTextProvider>
  );
}
