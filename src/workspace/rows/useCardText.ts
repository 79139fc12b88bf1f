import { useCallback } from "react";
import { fieldType, type RowSchema } from "../../../domain/resource";
import { useTextTools, useFieldText, missing } from "../useFieldText";
import { ownChoiceText } from "../registry/choiceText";
import { fieldSubject } from "../registry/fields";
import { useFieldLabel } from "../useLabels";

/**
 * Writes a field's value where no heading names it: `Yes` and `2` alone would
 * say nothing, so such a value comes with its field's name, a no is not told,
 * and neither is what a row does not have.
 */
export function useCardText(
  schema: RowSchema,
): (name: string, value: unknown) => string | null {
  const write = useFieldText();
  const label = useFieldLabel(schema);
  const tools = useTextTools();
  return useCallback(
    (name, value) => {
      const words = write(name, value);
      if (words === missing || words === "") return null;
      if (typeof value === "boolean") {
        const subject = fieldSubject(schema, name);
        const own = ownChoiceText({ subject, value, tools });
        return own ?? (value ? label(name) : null);
      }
      return isShortNumber(schema, name, words)
        ? `${label(name)} ${words}`
        : words;
    },
    [schema, write, label, tools],
  );
}

/** Fewer digits than a year has, and no unit: one cannot tell what it counts. */
function isShortNumber(
  { properties }: RowSchema,
  name: string,
  words: string,
): boolean {
  const type = fieldType(properties[name] ?? {});
  return (
    (type === "integer" || type === "number") && /^[\d.,]{1,3}$/.test(words)
  );
}
