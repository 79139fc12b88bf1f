import type { FieldProps, RJSFSchema } from "@rjsf/utils";
import {
  conditionList,
  type Condition,
  type Conditions,
} from "../../../../domain/condition/condition";
import { useT } from "../../../providers/i18n/useT";
import { Button } from "../../../ui/Button";
import type { Declaration } from "../../document/draft";
import type { FormContext } from "../uiSchema";
import { ConditionPart } from "./ConditionPart";
import { kindsFor, partOf, type Builder, type Subject } from "./subjects";
import styles from "./conditions.module.css";

type ConditionsFieldProps = FieldProps<Declaration, RJSFSchema, FormContext>;

/**
 * Edits conditions that must all be met: adds and removes parts, changes what they test,
 * and groups them. One condition stays one, and several are a list.
 */
export function ConditionsField({
  fieldPathId,
  formData,
  uiSchema,
  disabled,
  readonly,
  registry,
  onChange,
}: ConditionsFieldProps) {
  const t = useT();
  const value = formData as Conditions | undefined;
  const parts = conditionList(value);
  const { formContext } = registry;
  const subjects = uiSchema?.["ui:options"]?.subjects as readonly Subject[];
  const names =
    formContext.names[subjects.includes("filter") ? "filters" : "fields"];
  const builder: Builder = {
    kinds: kindsFor(subjects),
    names,
    fieldOf: formContext.fieldOf,
    nameText: formContext.nameText,
  };
  const change = (next: readonly Condition[]) => {
    const [first] = next;
    const isOne = next.length === 1 && !Array.isArray(value);
    const changed = isOne ? first : next.length > 0 ? next : undefined;
    onChange(changed as Declaration | undefined, fieldPathId.path);
  };
  return (
    <fieldset className={styles.group} disabled={disabled || readonly}>
      <legend>{uiSchema?.["ui:title"]}</legend>
      {parts.map((part, index) => (
        <ConditionPart
          // Parts have no id, and are only added at the end.
          key={`${index}/${parts.length}`}
          id={`${fieldPathId.$id}-${index}`}
          part={part}
          builder={builder}
          onChange={(next) => {
            change(parts.with(index, next));
          }}
          onRemove={() => {
            change(parts.toSpliced(index, 1));
          }}
        />
      ))}
      <Button
        onClick={() => {
          change([...parts, partOf(subjects[0] ?? "field", names[0] ?? "")]);
        }}
      >
        {t("workshop.conditions.add")}
      </Button>
    </fieldset>
  );
}
