import { useTranslate } from "ra-core";
import { useMemo } from "react";
import type { Names } from "./uiSchema";

/** The words of the form, from the locale; a key without one says itself. */
export function useFormNames(): Names {
  const translate = useTranslate();
  return useMemo(
    () => ({
      key: (key) => translate(`workshop.keys.${key}`, { _: key }),
      hint: (key) => translate(`workshop.hints.${key}`, { _: "" }) || undefined,
      choice: (key, value) =>
        translate(`workshop.choices.${key}.${value}`, {
          _: translate(`workshop.choices.${value}`, { _: value }),
        }),
      shape: (isWhole) =>
        translate(`workshop.form.${isWhole ? "forAll" : "apart"}`),
      locked: translate("workshop.form.locked"),
    }),
    [translate],
  );
}
