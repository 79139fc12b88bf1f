import type { FieldTemplateProps, RJSFSchema } from "@rjsf/utils";
import type { Declaration } from "../document/types";
import type { FormContext } from "./FormContext";
import styles from "./form.module.css";

/** One input with its errors and its hint. */
export function FieldTemplate({
  id,
  children,
  hidden,
  rawErrors = [],
  uiSchema,
  displayLabel,
  help,
}: FieldTemplateProps<Declaration, RJSFSchema, FormContext>) {
  if (hidden) return null;
  // The descriptions of the schema are written for people who edit files.
  const hint = uiSchema?.["ui:description"];
  return (
    <div className={styles.field}>
      {children}
      {rawErrors.length > 0 && (
        <p id={`${id}__error`} className={styles.error}>
          {[...new Set(rawErrors)].join(" ")}
        </p>
      )}
      {displayLabel && hint ? (
        <p id={`${id}__description`} className={styles.hint}>
          {hint}
        </p>
      ) : null}
      {help}
    </div>
  );
}
