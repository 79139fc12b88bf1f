import { useTranslate } from "ra-core";
import { useState } from "react";
import { partsUsing } from "../../../domain/declarations/fieldUses";
import { fieldType } from "../../../domain/resource";
import { useT } from "../../providers/i18n/useT";
import { Button } from "../../ui/Button";
import { Icon } from "../../ui/Icon";
import { useWorkshop } from "../WorkshopContext";
import { withUnique } from "../lists/listInput";
import { FieldForm } from "./FieldForm";
import { FieldLook } from "./FieldLook";
import { addPart, isSortable, type PartList } from "./fieldParts";
import { useIsTyped } from "./useStoredInput";
import styles from "./fields.module.css";
import parts from "../parts/parts.module.css";

const lists: readonly PartList[] = ["columns", "filters", "sorts"];
const kinds = { columns: "column", filters: "filter", sorts: "sort" } as const;

/**
 * One field: its facts, the parts that use it, and buttons to add it. A field that was
 * created in the workshop can be edited and removed.
 */
export function FieldEntry({ name }: { name: string }) {
  const t = useT();
  const translate = useTranslate();
  const { row, declaration, fieldText, editing, published } = useWorkshop();
  const [isOpen, setOpen] = useState(false);
  const wasTyped = useIsTyped(`${published.id}.field.${name}`);
  const [isEdited, setEdited] = useState(wasTyped);
  const field = row.properties[name];
  if (!field) return null;
  const isCreated = Object.hasOwn(editing.draft.present.fields, name);
  const users = declaration ? partsUsing(declaration, name) : [];
  const facts = [
    name,
    fieldType(field),
    field.format,
    field["x-unit"],
    field["x-always"] ? t("workshop.fields.always") : undefined,
    field["x-access"] ? t("workshop.fields.restricted") : undefined,
  ].filter((fact) => fact !== undefined);
  // Parts without a text, such as the key of the rows, are edited in files.
  const used = users
    .map((part) => translate(`workshop.keys.${part}`, { _: "" }))
    .filter((text) => text !== "");
  return (
    <li className={parts.card}>
      <div className={styles.head}>
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
        {isCreated && (
          <span className={styles.created}>
            {t("workshop.newField.created")}
          </span>
        )}
      </div>
      <p className={styles.facts}>{facts.join(" · ")}</p>
      <p className={styles.facts}>
        {used.length > 0
          ? t("workshop.fields.used", { places: used.join(", ") })
          : t("workshop.fields.unused")}
      </p>
      <FieldProblems name={name} />
      {isOpen && <FieldLook name={name} />}
      {isCreated && isEdited && (
        <FieldForm name={name} onClose={() => setEdited(false)} />
      )}
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
          {isCreated && !isEdited && (
            <CreatedActions name={name} onEdit={() => setEdited(true)} />
          )}
        </div>
      )}
    </li>
  );
}

/** Buttons for a created field. A field is removed once no part names it. */
function CreatedActions({
  name,
  onEdit,
}: {
  name: string;
  onEdit: () => void;
}) {
  const t = useT();
  const { declaration, editing, fieldText, published } = useWorkshop();
  const [isRefused, setRefused] = useState(false);
  if (!declaration) return null;
  const { fields, unique } = editing.draft.present;
  const { [name]: _removed, ...others } = fields;
  const isUsed = partsUsing(declaration, name).length > 0;
  const field = fieldText(name);
  const remove = () => {
    setRefused(isUsed);
    if (isUsed) return;
    const left = unique.filter((other) => other !== name);
    editing.editParts({
      fields: others,
      unique: left,
      declaration: published.isCreated
        ? withUnique(declaration, left)
        : declaration,
    });
  };
  return (
    <>
      <Button
        kind="ghost"
        aria-label={t("workshop.newField.editOf", { field })}
        onClick={onEdit}
      >
        {t("workshop.newField.editShort")}
      </Button>
      <Button
        kind="ghost"
        aria-label={t("workshop.newField.removeOf", { field })}
        onClick={remove}
      >
        {t("workshop.newField.remove")}
      </Button>
      {isRefused && isUsed && (
        <p className={styles.error} role="alert">
          {t("workshop.newField.stillUsed")}
        </p>
      )}
    </>
  );
}

/** The errors that the server found in a created field. */
function FieldProblems({ name }: { name: string }) {
  const { checked, row } = useWorkshop();
  const place = `/properties/${name}`;
  const found = (checked.check?.problems ?? []).filter(
    ({ file, pointer }) =>
      file === `schemas/${row.$id}.json` &&
      (pointer === place || pointer.startsWith(`${place}/`)),
  );
  return found.map(({ pointer, reason }) => (
    <p key={`${pointer} ${reason}`} className={styles.error} role="alert">
      {reason}
    </p>
  ));
}
