import type { FieldTemplateProps, RJSFSchema } from "@rjsf/utils";
import type { Declaration } from "../document/types";
import type { FormContext } from "./FormContext";

import styles from "./form.module.css";

/** One value with what is wrong with it and what it means. */
export function FieldTemplate({
  id,
  children,
  hidden,
  rawErrors = [],
  rawDescription,
  displayLabel,
  help,
}: FieldTemplateProps<Declaration, RJSFSchema, FormContext>) {
  if (hidden) return null;
  return (
    <div className={styles.field}>
      {children}
      {rawErrors.length > 0 && (
        <p id={`${id}__error`} className={styles.error}>
          {[...new Set(rawErrors)].join(" ")}
        </p>
      )}
      {displayLabel && rawDescription ? (
        <p id={`${id}__description`} className={styles.hint}>
          {rawDescription}
        </p>
      ) : null}
      {help}
    </div>
  );
}
