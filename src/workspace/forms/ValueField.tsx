import type { FieldProps, RJSFSchema } from "@rjsf/utils";
import { useTranslate } from "ra-core";
import { createContext, createElement, useContext } from "react";
import { choiceKey, fieldType, type Field } from "../../../domain/resource";
import { useT } from "../../providers/i18n/useT";
import { useSignedIn } from "../../providers/session";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { readableKey } from "../../ui/readable";
import type { WidgetOption, WidgetValue } from "../registry/areaModule";
import { widgetFor } from "../widgets/widgetFor";
import type { Errors } from "./problems";
import { useOptionCall } from "./useOptionCall";

/** The state that the fields of a form share. */
export type FormContext = {
  /** The schema that names the labels and choices. */
  row: string;
  label: (name: string) => string;
  errors: Errors;
  onBlur: (path: string) => void;
};

/**
 * Whether the form is being sent, so that its fields are read-only. The form
 * library passes its own context on one render late.
 */
export const SendingContext = createContext(false);

/** A single value, drawn by the registered widget of its schema. */
export function ValueField({
  schema,
  formData,
  required,
  fieldPathId: { path },
  onChange,
  registry,
}: FieldProps<unknown, RJSFSchema, FormContext>) {
  const { row, label, errors, onBlur } = registry.formContext;
  const isReadOnly = useContext(SendingContext);
  const translate = useTranslate();
  const t = useT();
  const field = schema as Field;
  const name = String(path.at(-1));
  const place = path.join(".");
  const choices = useChoices(row, name, field);
  const call = useOptionCall(field);
  const hint = translate(`hints.${row}.${name}`, { _: "" });
  const Widget = widgetFor(field, {
    hasOptions: choices !== undefined,
    options: choices,
    isRequired: required,
  });
  return (
    <div data-path={place}>
      {createElement(Widget, {
        field,
        label:
          required || fieldType(field) === "boolean"
            ? label(name)
            : t("form.optional", { field: label(name) }),
        value: (formData ?? null) as WidgetValue,
        error: errors[place] ?? entryError(errors, place),
        hint: hint || undefined,
        options: choices ?? call.options,
        isRequired: required,
        isReadOnly,
        onBlur: () => {
          onBlur(place);
        },
        onChange: (value) => {
          onChange(typedChoice(field, value), path);
        },
      })}
      {call.error !== null && (
        <ErrorNotice
          error={call.error}
          isRetrying={call.isFetching}
          onRetry={call.retry}
        />
      )}
    </div>
  );
}

/** Returns the error of the first invalid entry of a list. */
const entryError = (errors: Errors, place: string): string | undefined =>
  Object.entries(errors).find(([path]) => path.startsWith(`${place}.`))?.[1];

/** Returns the choices of an enum with their texts in the locale. */
function useChoices(
  row: string,
  name: string,
  field: Field,
): WidgetOption[] | undefined {
  const translate = useTranslate();
  const { role } = useSignedIn();
  const values = field.enum ?? field.items?.enum;
  const sections = Object.entries(field.items?.["x-sections"] ?? {});
  return values
    ?.filter((value) => value !== null)
    .map((value) => {
      const text = String(value);
      const key = choiceKey({ row, name, field }, role, text);
      const [section] = sections.find(([, own]) => own.includes(text)) ?? [];
      return {
        value: text,
        label: translate(key, { _: readableKey(text) }),
        ...(section === undefined
          ? {}
          : {
              section: translate(`sections.${row}.${section}`, {
                _: readableKey(section),
              }),
            }),
      };
    });
}

/** Options are texts; the value of a field keeps the type that it has there. */
function typedChoice(field: Field, value: WidgetValue): WidgetValue {
  if (field["x-options"] && typeof value === "string")
    return fieldType(field) === "integer" ? Number(value) : value;
  const known = field.enum?.find(
    (choice) => choice !== null && String(choice) === value,
  );
  return known ?? value;
}
