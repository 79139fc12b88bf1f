import type { FieldProps, RJSFSchema } from "@rjsf/utils";
import type { Declaration } from "../../document/draft";
import type { FormContext } from "../uiSchema";
import { ConditionsInput } from "./ConditionsInput";
import { kindsFor, type Subject } from "./subjects";

type ConditionsFieldProps = FieldProps<Declaration, RJSFSchema, FormContext>;

/** Edits the conditions of a declaration in its form. */
export function ConditionsField({
  fieldPathId,
  formData,
  uiSchema,
  disabled,
  readonly,
  registry: { formContext },
  onChange,
}: ConditionsFieldProps) {
  const subjects = uiSchema?.["ui:options"]?.subjects as readonly Subject[];
  return (
    <ConditionsInput
      id={fieldPathId.$id}
      legend={uiSchema?.["ui:title"]}
      value={formData}
      subject={subjects[0] ?? "field"}
      builder={{
        kinds: kindsFor(subjects),
        names:
          formContext.names[subjects.includes("filter") ? "filters" : "fields"],
        fieldOf: formContext.fieldOf,
        nameText: formContext.nameText,
      }}
      isDisabled={disabled || readonly}
      onChange={(value) =>
        onChange(value as Declaration | undefined, fieldPathId.path)
      }
    />
  );
}
