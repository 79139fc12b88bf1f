import type { FieldProps, RJSFSchema } from "@rjsf/utils";
import { useTranslate } from "ra-core";
import { createElement } from "react";
import { choiceKey, fieldType, type Field } from "../../../domain/resource";
import { useT } from "../../providers/i18n/useT";
import { useSignedIn } from "../../providers/session";
import { readableKey } from "../../ui/readable";
import {
  widgetFor,
  type WidgetOption,
  type WidgetValue,
} from "../registry/widgets";
import type { Errors } from "./problems";

/** The state that the fields of a form share. */
export type FormContext = {
  /** The schema that names the labels and choices. */
  row: string;
  label: (name: string) => string;
  errors: Errors;
  onBlur: (path: string) => void;
};

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
  const translate = useTranslate();
  const t = useT();
  const field = schema as Field;
  const name = String(path.at(-1));
  const place = path.join(".");
  const options = useOptions(row, name, field);
  const hint = translate(`hints.${row}.${name}`, { _: "" });
  return (
    <div data-path={place}>
      {createElement(widgetFor(field, options !== undefined), {
        field,
        label:
          required || fieldType(field) === "boolean"
            ? label(name)
            : t("form.optional", { field: label(name) }),
        value: (formData ?? null) as WidgetValue,
        error: errors[place],
        hint: hint || undefined,
        options,
        isRequired: required,
        onBlur: () => {
          onBlur(place);
        },
        onChange: (value) => {
          onChange(typedChoice(field, value), path);
        },
      })}
    </div>
  );
}

/** Returns the choices of an enum with their texts in the locale. */
function useOptions(
  row: string,
  name: string,
  field: Field,
): WidgetOption[] | undefined {
  const translate = useTranslate();
  const { role } = useSignedIn();
  const values = field.enum ?? field.items?.enum;
  return values
    ?.filter((value) => value !== null)
    .map((value) => {
      const text = String(value);
      const key = choiceKey({ row, name, field }, role, text);
      return {
        value: text,
        label: translate(key, { _: readableKey(text) }),
      };
    });
}

/** Options are texts; the value of an enum keeps the type that it has there. */
const typedChoice = ({ enum: values }: Field, value: WidgetValue) =>
  values?.find((known) => known !== null && String(known) === value) ?? value;
