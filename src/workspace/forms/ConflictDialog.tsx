import { useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import type { LastChange } from "../../../domain/lastChange";
import { isCopied } from "../../../domain/recordReference";
import type { Row } from "../../providers/dataProvider";
import { useT } from "../../providers/i18n/useT";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { useFieldText, type WriteField } from "../fieldText";
import { useAuthorText } from "../useLabels";
import { optionsKey, type Options } from "./useOptionCall";
import { FieldValue } from "../widgets/FieldValue";
import { differingFields, type BodySchema, type Values } from "./formValues";
import styles from "./forms.module.css";

type ConflictDialogProps = {
  schema: BodySchema;
  label: (name: string) => string;
  /** The values that the form began with. */
  before: Values;
  mine: Values;
  /** The row as the server has it now. */
  theirs: Row;
  /** The author of the last change, if the server named one. */
  changed: LastChange | undefined;
  onSave: (merged: Values) => void;
  onClose: () => void;
};

/**
 * Shows both values of each field that somebody else has changed in the
 * meantime, and lets the person choose. It needs a `FieldTextProvider`.
 */
export function ConflictDialog({
  schema,
  label,
  before,
  mine,
  theirs,
  changed,
  onSave,
  onClose,
}: ConflictDialogProps) {
  const t = useT();
  const write = useValueText(schema);
  const author = useAuthorText();
  const id = useId();
  const fields = differingFields(schema, mine, theirs);
  const [takesTheirs, setTakesTheirs] = useState<readonly string[]>(() => {
    const typed = differingFields(schema, mine, before);
    return fields.filter((name) => !typed.includes(name));
  });
  const chosen: Values = {
    ...mine,
    ...Object.fromEntries(takesTheirs.map((name) => [name, theirs[name]])),
  };
  // The program copies the others from the record that the chosen values name.
  const offered = fields.filter(
    (name) => !isCopied(schema.properties?.[name] ?? {}, chosen),
  );
  const choose = (name: string, isTheirs: boolean) => {
    setTakesTheirs((present) => [
      ...present.filter((other) => other !== name),
      ...(isTheirs ? [name] : []),
    ]);
  };
  return (
    <Dialog
      title={t("form.conflict.title")}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t("form.conflict.back")}</Button>
          <Button
            kind="primary"
            onClick={() => {
              onSave(chosen);
            }}
          >
            {t("form.conflict.save")}
          </Button>
        </>
      }
    >
      {changed && <p>{t("form.conflict.by", { who: author(changed) })}</p>}
      <p>
        {t(offered.length > 0 ? "form.conflict.text" : "form.conflict.copied")}
      </p>
      {offered.map((name) => (
        <fieldset key={name} className={styles.choice}>
          <legend>{label(name)}</legend>
          {[false, true].map((isTheirs) => (
            <label key={String(isTheirs)} className={styles.option}>
              <input
                type="radio"
                name={`${id}-${name}`}
                checked={takesTheirs.includes(name) === isTheirs}
                onChange={() => {
                  choose(name, isTheirs);
                }}
              />
              <span className={styles.value}>
                <span className={styles.whose}>
                  {t(isTheirs ? "form.conflict.theirs" : "form.conflict.mine")}
                </span>{" "}
                <FieldValue
                  field={schema.properties?.[name]}
                  value={(isTheirs ? theirs : mine)[name]}
                  text={write(name, (isTheirs ? theirs : mine)[name])}
                />
              </span>
            </label>
          ))}
        </fieldset>
      ))}
    </Dialog>
  );
}

/** Returns a function that writes a value, by the options that a call has listed. */
function useValueText({ properties }: BodySchema): WriteField {
  const write = useFieldText();
  const queryClient = useQueryClient();
  return (name, value) => {
    const path = properties?.[name]?.["x-options"]?.path;
    const options =
      path === undefined
        ? undefined
        : queryClient.getQueryData<Options>(optionsKey(path));
    const option = options?.find((known) => known.value === value);
    return option?.label ?? write(name, value);
  };
}
