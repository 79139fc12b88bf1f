import type { FieldProps, RJSFSchema } from "@rjsf/utils";
import { useTranslate } from "ra-core";
import { choiceKey, type Field } from "../../../domain/resource";
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
  const field = schema as Field;
  const name = String(path.at(-1));
  const place = path.join(".");
  const options = useOptions(row, name, field);
  const Widget = widgetFor(field, options !== undefined);
  const hint = translate(`hints.${row}.${name}`, { _: "" });
  return (
    // The registry returns the same component for the same schema.
    // eslint-disable-next-line react-hooks/static-components
    <Widget
      field={field}
      label={label(name)}
      value={(formData ?? null) as WidgetValue}
      error={errors[place]}
      hint={hint || undefined}
      options={options}
      isRequired={required}
      onBlur={() => {
        onBlur(place);
      }}
      onChange={(value) => {
        onChange(typedChoice(field, value), path);
      }}
    />
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
