import { useState } from "react";
import { useT } from "../../providers/i18n/useT";
import { Field } from "../../ui/Field";
import { FieldTextProvider } from "../../workspace/fieldText";
import { useWorkshop } from "../WorkshopContext";
import { fieldType } from "../../../domain/resource";
import { Button } from "../../ui/Button";
import { Icon } from "../../ui/Icon";
import { addPart, isSortable, partsUsing, type PartList } from "./fieldParts";
import { FieldLook } from "./FieldLook";
import styles from "./fields.module.css";
import parts from "../parts/parts.module.css";

/** Lists the fields of the row and where they are used. */
export default function FieldsPanel() {
  const t = useT();
  const { row, fieldText } = useWorkshop();
  const [search, setSearch] = useState("");
  const query = search.trim().toLowerCase();
  const names = Object.keys(row.properties).filter((name) =>
    `${name} ${fieldText(name)}`.toLowerCase().includes(query),
  );
  return (
    <FieldTextProvider row={row}>
      <div className={styles.panel}>
        <p>{t("workshop.fields.text")}</p>
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

const lists: readonly PartList[] = ["columns", "filters", "sorts"];
const kinds = { columns: "column", filters: "filter", sorts: "sort" } as const;

/** One field: its facts, the parts that use it, and buttons to add it. */
function FieldEntry({ name }: { name: string }) {
  const t = useT();
  const { row, declaration, fieldText, editing } = useWorkshop();
  const [isOpen, setOpen] = useState(false);
  const field = row.properties[name];
  if (!field) return null;
  const users = declaration ? partsUsing(declaration, name) : [];
  const facts = [
    name,
    fieldType(field),
    field.format,
    field["x-unit"],
    field["x-always"] ? t("workshop.fields.always") : undefined,
    field["x-access"] ? t("workshop.fields.restricted") : undefined,
  ].filter((fact) => fact !== undefined);
  const used = users.map((part) => t(`workshop.keys.${part}`));
  return (
    <li className={parts.card}>
      <button
        type="button"
        className={styles.toggle}
        aria-expanded={isOpen}
        aria-label={t("workshop.fields.look", { field: fieldText(name) })}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name={isOpen ? "chevronDown" : "chevronRight"} size={14} />
        {fieldText(name)}
      </button>
      <p className={styles.facts}>{facts.join(" · ")}</p>
      <p className={styles.facts}>
        {used.length > 0
          ? t("workshop.fields.used", { places: used.join(", ") })
          : t("workshop.fields.unused")}
      </p>
      {isOpen && <FieldLook name={name} />}
      {declaration && (
        <div className={styles.actions}>
          {lists
            .filter((list) => !users.includes(list))
            .filter((list) => list !== "sorts" || isSortable(field))
            .map((list) => (
              <Button
                key={list}
                kind="ghost"
                onClick={() => {
                  editing.editDeclaration(
                    addPart(declaration, { list, name }),
                    `add ${list} ${name}`,
                  );
                }}
              >
                {t(`workshop.fields.${kinds[list]}`)}
              </Button>
            ))}
        </div>
      )}
    </li>
  );
}
