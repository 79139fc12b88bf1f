import { useState } from "react";
import { useT } from "../../providers/i18n/useT";
import { Field } from "../../ui/Field";
import { FieldTextProvider } from "../../workspace/useFieldText";
import { useWorkshop } from "../WorkshopContext";
import { FieldEntry } from "./FieldEntry";
import styles from "./fields.module.css";

/** Every field of the row, what it is, where it is used and how it looks. */
export default function FieldsPanel() {
  const t = useT();
  const { row, fieldText } = useWorkshop();
  const [search, setSearch] = useState("");
  const wanted = search.trim().toLowerCase();
  const found = Object.keys(row.properties).filter((name) =>
    `${name} ${fieldText(name)}`.toLowerCase().includes(wanted),
  );
  return (
    <FieldTextProvider row={row}>
      <div className={styles.panel}>
        <p>{t("workshop.fields.text")}</p>
        <Field
          label={t("workshop.fields.search")}
          type="search"
          value={search}
          onChange={({ target }) => {
            setSearch(target.value);
          }}
        />
        {found.length === 0 && <p>{t("workshop.fields.none")}</p>}
        <ul className={styles.list}>
          {found.map((name) => (
            <FieldEntry key={name} name={name} />
          ))}
        </ul>
      </div>
    </FieldTextProvider>
  );
}
