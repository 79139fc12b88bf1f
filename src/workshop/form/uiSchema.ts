import type { RJSFSchema, UiSchema } from "@rjsf/utils";
import { namesWanted } from "../document/choices";
import type { Declaration } from "../document/types";
import type { FormContext } from "./FormContext";
import { resolved, type MetaPart } from "./metaSchema";

export type FormUi = UiSchema<Declaration, RJSFSchema, FormContext>;

/** How keys and choices are called; undefined where the locale has no word. */
export type Names = {
  key: (key: string) => string;
  hint: (key: string) => string | undefined;
  choice: (key: string, value: string) => string;
  /** The shapes that a part can have, such as one table or one for each role. */
  shape: (isWhole: boolean) => string;
  /** Why a part of a published entry stays as it is. */
  locked: string;
};

/** What people edit most stands first. */
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

/** How the form of a declaration looks, from the meta-schema. */
export const declarationUi = (schema: MetaPart, names: Names): FormUi => ({
  ...partUi(schema, { key: "", names }),
  "ui:order": order,
  "ui:title": "",
});

function partUi(
  part: MetaPart,
  options: { key: string; names: Names },
): FormUi {
  const whole = resolved(part);
  const { key, names } = options;
  const hint = names.hint(key);
  const about: FormUi = {
    "ui:title": names.key(key),
    "ui:description": hint ?? "",
  };
  if (key === "$schema" || isStructural(part)) return { "ui:widget": "hidden" };
  if (whole.anyOf)
    return {
      ...about,
      anyOf: whole.anyOf.map((shape) => ({
        ...partUi(shape, options),
        "ui:title": names.shape(resolved(shape).type !== "object"),
      })),
    };
  if (whole.properties) return { ...about, ...propertiesUi(whole, names) };
  if (whole.items) return { ...about, ...listUi(whole.items, options) };
  return { ...about, ...valueUi(whole, options) };
}

const propertiesUi = ({ properties = {} }: MetaPart, names: Names): FormUi =>
  Object.fromEntries(
    Object.entries(properties).map(([key, part]) => [
      key,
      partUi(part, { key, names }),
    ]),
  );

function listUi(
  items: MetaPart,
  options: { key: string; names: Names },
): FormUi {
  const { enum: values } = resolved(items);
  if (values && !namesWanted(options.key))
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
 * An entry of a list: what links and saved searches depend on can be said of a
 * new one, and no more be changed once it is published.
 */
function entryUi(
  { properties = {} }: MetaPart,
  { key: list, names }: { key: string; names: Names },
): NonNullable<FormUi["items"]> {
  const free: Record<string, FormUi> = {};
  const locked: Record<string, FormUi> = {};
  for (const [key, part] of Object.entries(properties)) {
    const plain = { ...part, "x-structural": undefined };
    free[key] = partUi(plain, { key, names });
    locked[key] = isStructural(part)
      ? { ...free[key], "ui:readonly": true, "ui:help": names.locked }
      : free[key];
  }
  return (entry: unknown, _index: number, context?: FormContext) =>
    context?.isPublished(list, entry) ? locked : free;
}

const isStructural = (part: MetaPart): boolean =>
  (part["x-structural"] ?? resolved(part)["x-structural"]) !== undefined;

function valueUi(
  { type, enum: values }: MetaPart,
  options: { key: string; names: Names },
): FormUi {
  const names = namesWanted(options.key);
  if (names) return { "ui:widget": "NameWidget", "ui:options": { names } };
  if (values)
    return {
      "ui:enumNames": choicesOf(values, options).map(({ label }) => label),
    };
  return type === "string" ? { "ui:emptyValue": undefined } : {};
}

const choicesOf = (
  values: readonly string[],
  { key, names }: { key: string; names: Names },
) => values.map((value) => ({ value, label: names.choice(key, value) }));
