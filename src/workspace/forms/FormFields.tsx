import type {
  FieldTemplateProps,
  ObjectFieldTemplateProps,
  RJSFSchema,
  FieldProps,
} from "@rjsf/utils";
import { useQuery } from "@tanstack/react-query";
import { useTranslate } from "ra-core";
import { createContext, createElement, useContext } from "react";
import { fieldType, choiceKey, type Field } from "../../../domain/resource";
import { request } from "../../providers/http";
import { useT } from "../../providers/i18n/useT";
import { useSignedIn } from "../../providers/session";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { readableKey } from "../../ui/readable";
import type { WidgetOption, WidgetValue } from "../registry/areaModule";
import { sectionsOf } from "../sections";
import { useSectionTitle } from "../useLabels";
import { widgetFor } from "../widgets/widgetFor";
import type { BodyField } from "./formValues";
import type { Errors } from "./problems";
import styles from "./forms.module.css";

/** A field draws its label and its error itself. */
export const FieldTemplate = ({
  hidden,
  children,
}: FieldTemplateProps<unknown, RJSFSchema, FormContext>) =>
  hidden ? null : children;

/**
 * The fields of an object by section, two a line on wide screens. Long texts
 * take a whole line, except the two languages of one text.
 */
export function ObjectTemplate({
  properties,
  schema,
  registry,
  title,
  fieldPathId: { path },
}: ObjectFieldTemplateProps<unknown, RJSFSchema, FormContext>) {
  const sectionTitle = useSectionTitle(registry.formContext.row);
  const fields = (schema.properties ?? {}) as Record<string, BodyField>;
  const sections = sectionsOf({ properties: fields });
  const isRoot = path.length === 0;
  return sections.map(({ id, fields: names }) => {
    const content = (
      <div className={styles.grid}>
        {properties
          .filter(({ name, hidden }) => names.includes(name) && !hidden)
          .map(({ name, content: field }) => (
            <div key={name} className={styles[placeOf(name, fields)]}>
              {field}
            </div>
          ))}
      </div>
    );
    const heading = isRoot ? sectionTitle(id) : title;
    return isRoot && sections.length === 1 ? (
      <div key="">{content}</div>
    ) : (
      <fieldset key={id ?? ""} className={styles.section}>
        <legend className={styles.legend}>{heading}</legend>
        {content}
      </fieldset>
    );
  });
}

/** From this `maxLength` on, a text takes a whole line. */
const longText = 200;

function placeOf(
  name: string,
  fields: Readonly<Record<string, BodyField>>,
): "first" | "second" | "wide" | "half" {
  const [, base = "", language] = /^(.+)(En|Ru)$/.exec(name) ?? [];
  const other = language === "En" ? `${base}Ru` : `${base}En`;
  if (language && fields[other]) return language === "En" ? "first" : "second";
  const field = fields[name] ?? {};
  const isLong = (field.maxLength ?? 0) >= longText && !field.format;
  const isGroup = ["array", "object"].includes(fieldType(field));
  return isLong || isGroup ? "wide" : "half";
}

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

export type Options = readonly { value: string | number; label: string }[];
type OptionsReply = { options: Options } | Options;

const optionsOf = (reply: OptionsReply): Options =>
  "options" in reply ? reply.options : reply;

/** Returns the key under which the reply of an option call is cached. */
export const optionsKey = (path: string) => ["options", path] as const;

/**
 * Loads the options of a field whose schema names a call in `x-options`; they
 * are undefined for other fields, and until the call has answered.
 */
function useOptionCall({ "x-options": call }: Field): {
  options: readonly WidgetOption[] | undefined;
  error: unknown;
  isFetching: boolean;
  retry: () => void;
} {
  const path = call?.path ?? "";
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: optionsKey(path),
    enabled: path !== "",
    queryFn: async ({ signal }) =>
      optionsOf(await request<OptionsReply>(path, { signal })),
  });
  const options = data?.map(({ value, label }) => ({
    value: String(value),
    label,
  }));
  return { options, error, isFetching, retry: () => void refetch() };
}
