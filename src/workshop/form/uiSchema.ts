import type { RJSFSchema, UiSchema } from "@rjsf/utils";
import { nameKind } from "../document/choices";
import type { Declaration } from "../document/types";
import type { FormContext } from "./FormContext";
import { resolved, type MetaPart } from "./metaSchema";

export type FormUi = UiSchema<Declaration, RJSFSchema, FormContext>;

/** The texts of the form. */
export type FormTexts = {
  key: (key: string) => string;
  hint: (key: string) => string | undefined;
  choice: (key: string, value: string) => string;
  /** Explains a choice; undefined if the locale has no text. */
  about: (key: string, value: string) => string | undefined;
  /** Names an alternative: one value for all, or one for each role. */
  shape: (isForAll: boolean) => string;
  /** Why a part of a published entry is read-only. */
  locked: string;
};

/** The parts that are edited most come first. */
const order = [
  "columns",
  "filters",
  "sorts",
  "tabs",
  "search",
  "card",
  "views",
  "table",
  "paging",
  "pageSizes",
  "defaultOrder",
  "*",
];

/** Derives the UI schema of the form from the meta-schema. */
export const declarationUi = (schema: MetaPart, texts: FormTexts): FormUi => ({
  ...partUi(schema, { key: "", texts }),
  "ui:order": order,
  "ui:title": "",
});

function partUi(
  part: MetaPart,
  options: { key: string; texts: FormTexts },
): FormUi {
  const schema = resolved(part);
  const { key, texts } = options;
  const hint = texts.hint(key);
  const about: FormUi = {
    "ui:title": texts.key(key),
    "ui:description": hint ?? "",
  };
  if (key === "$schema" || isStructural(part)) return { "ui:widget": "hidden" };
  if (schema.anyOf)
    return {
      ...about,
      anyOf: schema.anyOf.map((shape) => ({
        ...partUi(shape, options),
        "ui:title": texts.shape(resolved(shape).type !== "object"),
      })),
    };
  if (schema.properties) return { ...about, ...propertiesUi(schema, texts) };
  if (schema.items) return { ...about, ...listUi(schema.items, options) };
  return { ...about, ...valueUi(schema, options) };
}

const propertiesUi = (
  { properties = {} }: MetaPart,
  texts: FormTexts,
): FormUi =>
  Object.fromEntries(
    Object.entries(properties).map(([key, part]) => [
      key,
      partUi(part, { key, texts }),
    ]),
  );

function listUi(
  items: MetaPart,
  options: { key: string; texts: FormTexts },
): FormUi {
  const { enum: values } = resolved(items);
  if (values && !nameKind(options.key))
    return {
      "ui:widget": "ChecksWidget",
      "ui:options": { choices: choicesOf(values, options) },
    };
  const { properties } = resolved(items);
  return {
    items: properties
      ? entryUi({ properties }, options)
      : { ...partUi(items, options), "ui:label": false },
  };
}

/**
 * The UI schema of a list entry. Structural parts, on which links and saved
 * searches depend, are read-only once the entry is published.
 */
function entryUi(
  { properties = {} }: MetaPart,
  { key: list, texts }: { key: string; texts: FormTexts },
): NonNullable<FormUi["items"]> {
  const free: Record<string, FormUi> = {};
  const locked: Record<string, FormUi> = {};
  for (const [key, part] of Object.entries(properties)) {
    const plain = { ...part, "x-structural": undefined };
    free[key] = partUi(plain, { key, texts });
    locked[key] = isStructural(part)
      ? { ...free[key], "ui:readonly": true, "ui:help": texts.locked }
      : free[key];
  }
  return (entry: unknown, _index: number, context?: FormContext) =>
    context?.isPublished(list, entry) ? locked : free;
}

const isStructural = (part: MetaPart): boolean =>
  (part["x-structural"] ?? resolved(part)["x-structural"]) !== undefined;

function valueUi(
  { type, enum: values }: MetaPart,
  options: { key: string; texts: FormTexts },
): FormUi {
  const names = nameKind(options.key);
  if (names) return { "ui:widget": "NameWidget", "ui:options": { names } };
  if (values)
    return {
      "ui:enumNames": choicesOf(values, options).map(({ label, about }) =>
        about ? `${label}: ${about}` : label,
      ),
    };
  return type === "string" ? { "ui:emptyValue": undefined } : {};
}

const choicesOf = (
  values: readonly string[],
  { key, texts }: { key: string; texts: FormTexts },
) =>
  values.map((value) => ({
    value,
    label: texts.choice(key, value),
    about: texts.about(key, value),
  }));
