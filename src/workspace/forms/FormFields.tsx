import type {
  FieldTemplateProps,
  ObjectFieldTemplateProps,
  RJSFSchema,
  FieldProps,
} from "@rjsf/utils";
import { useTranslate } from "ra-core";
import { createContext, createElement, useContext } from "react";
import {
  fieldType,
  choiceKey,
  type Field,
  type Resource,
} from "../../../domain/resource";
import { isShown, neededFields } from "../../../domain/condition/shownFields";
import type { FormFill } from "../../../domain/formFill";
import { isCopied } from "../../../domain/recordReference";
import { useT } from "../../providers/i18n/useT";
import { useRole } from "../../providers/viewer";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { readableKey } from "../../ui/readable";
import type { Widget, WidgetOption, WidgetValue } from "../registry/areaModule";
import { sectionsOf } from "../sections";
import { useSectionTitle } from "../useLabels";
import { widgetFor } from "../widgets/widgetFor";
import { FillButton, type FillContext } from "./FillButton";
import type { BodyField, BodySchema, Values } from "./formValues";
import type { Errors } from "./problems";
import { useOptionCall } from "./useOptionCall";
import styles from "./forms.module.css";

/** A field draws its label and its error itself. */
export const FieldTemplate = ({
  hidden,
  children,
}: FieldTemplateProps<unknown, RJSFSchema, FormContext>) =>
  hidden ? null : children;

/**
 * The fields of an object that are shown beside the present values, by section. Long
 * texts take a whole line, except the two languages of one text.
 */
export function ObjectTemplate({
  properties,
  schema,
  registry,
  title,
  formData,
  fieldPathId: { path },
}: ObjectFieldTemplateProps<unknown, RJSFSchema, FormContext>) {
  const { row, resource } = registry.formContext;
  const texts = useSectionTexts(row, resource);
  const fields = (schema.properties ?? {}) as Record<string, BodyField>;
  const values = (formData ?? {}) as Values;
  const isRoot = path.length === 0;
  const isEntry = typeof path.at(-1) === "number";
  const contents = new Map(
    properties.map(({ name, content }) => [name, content]),
  );
  const needed = neededFields(schema as BodySchema, values);
  const sections = formSections(fields, isRoot ? resource?.form : undefined)
    .map((section) => ({
      ...section,
      fields: section.fields.filter(
        (name) =>
          isShown(name, fields, values) &&
          !isCopied(fields[name] ?? {}, values),
      ),
    }))
    .filter((section) => section.fields.length > 0);
  const { fill } = registry.formContext;
  return sections.map(({ id, fields: names, columns, fillFrom }) => {
    const help = isRoot ? texts.help(id) : "";
    const content = (
      <>
        {help !== "" && <p className={styles.help}>{help}</p>}
        {fillFrom && fill && id !== undefined && (
          <FillButton fill={fillFrom} title={texts.fill(id)} context={fill} />
        )}
        <div className={columns === 1 ? styles.column : styles.grid}>
          {names.map((name) => (
            <div key={name} className={styles[placeOf(name, fields)]}>
              <NeededContext value={needed.includes(name)}>
                {contents.get(name)}
              </NeededContext>
            </div>
          ))}
        </div>
      </>
    );
    return isEntry || (isRoot && sections.length === 1) ? (
      <div key="">{content}</div>
    ) : (
      <fieldset key={id ?? ""} className={styles.section}>
        <legend className={styles.legend}>
          {isRoot ? texts.title(id) : title}
        </legend>
        {content}
      </fieldset>
    );
  });
}

type FormSection = {
  id: string | undefined;
  fields: string[];
  columns: number;
  fillFrom?: FormFill | undefined;
};

/**
 * Returns the sections of a form: the declared sections, and after them the fields that
 * it does not name by their `x-section`. A newly declared field so appears at once.
 */
function formSections(
  fields: Readonly<Record<string, BodyField>>,
  form: Resource["form"],
): FormSection[] {
  const declared = (form?.sections ?? []).map(
    ({ id, fields: names, columns = 2, fillFrom }): FormSection => ({
      ...{ id, columns, fillFrom },
      fields: names.filter((name) => Object.hasOwn(fields, name)),
    }),
  );
  const named = declared.flatMap((section) => section.fields);
  const others = sectionsOf({ properties: fields }, named);
  return [
    ...declared,
    ...others.map((section) => ({ ...section, columns: 2 })),
  ];
}

/** Returns the heading of a section and the text below it, by the list or the row. */
function useSectionTexts(row: string, resource: FormContext["resource"]) {
  const translate = useTranslate();
  const ofRow = useSectionTitle(row);
  const own = (
    part: "form" | "formHelp" | "formFill",
    id: string,
    fallback: string,
  ) =>
    [resource?.extends, resource?.name].reduce(
      (text, list) =>
        list === undefined
          ? text
          : translate(`resources.${list}.${part}.${id}`, { _: text }),
      fallback,
    );
  return {
    title: (id: string | undefined) =>
      id === undefined ? ofRow(id) : own("form", id, ofRow(id)),
    help: (id: string | undefined) =>
      id === undefined ? "" : own("formHelp", id, ""),
    fill: (id: string) => own("formFill", id, "") || undefined,
  };
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
  /** The list whose declaration lays out the form, if it belongs to one. */
  resource: Pick<Resource, "name" | "extends" | "form"> | undefined;
  label: (name: string) => string;
  /** Widgets by field, which replace the widgets that the schemas choose. */
  widgets: Readonly<Record<string, Widget>>;
  errors: Errors;
  /** Fills fields from another list; missing in forms of several rows. */
  fill: FillContext | undefined;
  onTouch: (path: string) => void;
  onBlur: (path: string) => void;
};

/**
 * Whether the form is being sent, so that its fields are read-only. The form
 * library passes its own context on one render late.
 */
export const SendingContext = createContext(false);

/** Whether the field needs a value beside the present values of the others. */
const NeededContext = createContext(false);

/** A single value, drawn by the registered widget of its schema. */
export function ValueField({
  schema,
  formData,
  fieldPathId: { path },
  onChange,
  registry,
}: FieldProps<unknown, RJSFSchema, FormContext>) {
  const { row, label, widgets, errors, onTouch, onBlur } = registry.formContext;
  const isReadOnly = useContext(SendingContext);
  const isRequired = useContext(NeededContext);
  const translate = useTranslate();
  const t = useT();
  const field = schema as Field;
  const name = String(path.at(-1));
  const place = path.join(".");
  const list = path.some((step) => typeof step === "number")
    ? String(path[0])
    : undefined;
  const choices = useChoices(
    row,
    list === undefined ? name : `${list}.${name}`,
    field,
  );
  const call = useOptionCall(field);
  const texts = `entries.${row}.${list ?? ""}`;
  const text =
    list === undefined
      ? label(name)
      : translate(`${texts}.fields.${name}`, {
          _: field.title ?? readableKey(name),
        });
  const hint = translate(
    list === undefined ? `hints.${row}.${name}` : `${texts}.hints.${name}`,
    { _: "" },
  );
  const Widget =
    widgets[place] ??
    widgetFor(field, {
      hasOptions: choices !== undefined,
      options: choices,
      isRequired,
    });
  return (
    <div data-path={place}>
      {createElement(Widget, {
        field,
        path: place,
        label:
          isRequired || fieldType(field) === "boolean"
            ? text
            : t("form.optional", { field: text }),
        value: (formData ?? null) as WidgetValue,
        error: errors[place] ?? entryError(errors, place),
        hint: hint || undefined,
        options: choices ?? call.options,
        isRequired,
        isReadOnly,
        onBlur: () => {
          onBlur(place);
        },
        onChange: (value) => {
          onTouch(place);
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
  const role = useRole();
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
