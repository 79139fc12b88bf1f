import { useState } from "react";
import type { Resource } from "../../../../domain/resource";
import { useT } from "../../../providers/i18n/useT";
import { useWorkspace } from "../../../providers/workspace";
import { Labelled } from "../../../ui/Field";
import { useFieldLabel } from "../../useLabels";
import type { Preview } from "./importCalls";
import styles from "./import.module.css";

/** The columns of the file with the fields that they fill, which the person may change. */
export function ImportColumns({
  resource,
  preview: { columns, fields, missing },
  chosen,
  isApplying,
  onChange,
}: {
  resource: Resource;
  preview: Preview;
  /** The field of each column that the person has chosen, which the preview may not know yet. */
  chosen: readonly (string | null)[] | null;
  isApplying: boolean;
  onChange: (columns: (string | null)[]) => void;
}) {
  const t = useT();
  const label = useFieldLabel(useWorkspace().row(resource.row));
  const filled = chosen ?? columns.map(({ field }) => field);
  const used = filled.filter((field) => field !== null).length;
  const isUnclear =
    missing.length > 0 ||
    columns.some(({ state }) => state === "unknown" || state === "doubled");
  // The person may close it, and choosing columns does not.
  const [isOpen, setIsOpen] = useState(isUnclear);
  const noteOf = (state: Preview["columns"][number]["state"]) =>
    state === "unknown" || state === "doubled" || state === "program"
      ? t(`import.columns.${state}`)
      : undefined;
  return (
    <details
      className={styles.columns}
      open={isOpen}
      onToggle={({ currentTarget }) => {
        setIsOpen(currentTarget.open);
      }}
    >
      <summary>
        {t("import.columns.show", { matched: used, all: columns.length })}
      </summary>
      <div className={styles.mapping}>
        {columns.map(({ heading, state }, index) => (
          <Labelled
            // A heading may be there twice.
            key={index}
            label={t("import.columns.column", { number: index + 1, heading })}
            hint={noteOf(state)}
          >
            {(attributes) => (
              <select
                {...attributes}
                className={styles.select}
                disabled={isApplying}
                value={filled[index] ?? ""}
                onChange={({ target }) => {
                  const { value } = target;
                  onChange(
                    filled.map((field, at) => {
                      if (at === index) return value === "" ? null : value;
                      // A field has one column.
                      return field === value ? null : field;
                    }),
                  );
                }}
              >
                <option value="">{t("import.columns.leaveOut")}</option>
                {fields.map((name) => (
                  <option key={name} value={name}>
                    {label(name)}
                  </option>
                ))}
              </select>
            )}
          </Labelled>
        ))}
      </div>
    </details>
  );
}
