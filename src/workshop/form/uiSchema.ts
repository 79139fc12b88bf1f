import type { RJSFSchema, UiSchema } from "@rjsf/utils";
import { nameKind, type Names } from "../document/choices";
import type { Declaration, Labels } from "../document/draft";
import type { Field } from "../../../domain/resource";
import type { Language } from "../../../domain/limits";
import type { Subject } from "./conditions/subjects";
import metaDashboard from "../../../schemas/meta/dashboard.json";
import workshopSchema from "../../../generated/workshopSchema";

type FormUi = UiSchema<Declaration, RJSFSchema, FormContext>;

/** Translates a key; `_` is the fallback text. */
type Translate = (key: string, options?: { _: string }) => string;

/** The parts that are edited most come first. */
const order = [
  "columns",
  "filters",
  "sorts",
  "tabs",
  "search",
  "card",
  "summary",
  "views",
  "boards",
  "table",
  "paging",
  "pageSizes",
  "defaultOrder",
  "*",
];

/** Derives the UI schema of the form from the meta-schema. */
export const declarationUi = (schema: MetaPart, t: Translate): FormUi => ({
  ...partUi(schema, { path: [], t }),
  "ui:order": order,
  "ui:title": "",
});

/** The keys that lead to a part, without the indexes of lists. */
type Options = { path: readonly string[]; t: Translate };

/**
 * Returns the text of a key. A key that has another meaning inside of its parent
 * has a text there: `workshop.keysIn.related.by`.
 */
export const keyText = (path: readonly string[], t: Translate): string => {
  const [key = "", parent = ""] = path.toReversed();
  return t(`workshop.keysIn.${parent}.${key}`, {
    _: t(`workshop.keys.${key}`, { _: key }),
  });
};

function partUi(part: MetaPart, options: Options): FormUi {
  const schema = resolved(part);
  const { path, t } = options;
  const [key = "", parent = ""] = path.toReversed();
  const about: FormUi = {
    "ui:title": keyText(path, t),
    "ui:description": t(`workshop.hintsIn.${parent}.${key}`, {
      _: t(`workshop.hints.${key}`, { _: "" }),
    }),
  };
  if (key === "$schema" || isStructural(part)) return { "ui:widget": "hidden" };
  if (part.$ref === "#/definitions/conditions")
    return {
      ...about,
      "ui:field": "ConditionsField",
      "ui:options": { subjects: conditionSubjects(key) },
    };
  if (schema.anyOf) {
    const shapes = schema.anyOf.map(resolved);
    const nameOf = shapeNames(shapes);
    return {
      ...about,
      anyOf: shapes.map((shape) => ({
        ...partUi(shape, options),
        "ui:title": t(`workshop.form.${nameOf(shape)}`),
        "ui:description": "",
      })),
    };
  }
  if (schema.properties) return { ...about, ...propertiesUi(schema, options) };
  if (schema.items) return { ...about, ...listUi(schema.items, options) };
  return { ...about, ...valueUi(schema, options) };
}

/** Returns the subjects of the conditions under a key. */
const conditionSubjects = (key: string): readonly Subject[] => [
  key === "when" ? "filter" : "field",
  "viewer",
];

/** Returns how to name the alternatives of a value: by their types or their use. */
function shapeNames(shapes: readonly MetaPart[]) {
  if (!shapes.some(({ type }) => type === "object"))
    return ({ type = "" }: MetaPart) => type;
  return ({ type }: MetaPart) => (type === "object" ? "apart" : "forAll");
}

const propertiesUi = (
  { properties = {} }: MetaPart,
  { path, t }: Options,
): FormUi =>
  Object.fromEntries(
    Object.entries(properties).map(([key, part]) => [
      key,
      partUi(part, { path: [...path, key], t }),
    ]),
  );

function listUi(items: MetaPart, options: Options): FormUi {
  const { enum: values } = resolved(items);
  if (values && !nameKind(options.path))
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
  { path, t }: Options,
): NonNullable<FormUi["items"]> {
  const list = path.at(-1) ?? "";
  const free: Record<string, FormUi> = {};
  const locked: Record<string, FormUi> = {};
  for (const [key, part] of Object.entries(properties)) {
    const plain = { ...part, "x-structural": undefined };
    free[key] = partUi(plain, { path: [...path, key], t });
    locked[key] = isStructural(part)
      ? {
          ...free[key],
          "ui:readonly": true,
          "ui:help": t("workshop.form.locked"),
        }
      : free[key];
  }
  return (entry: unknown, _index: number, context?: FormContext) =>
    context?.isPublished(list, entry) ? locked : free;
}

const isStructural = (part: MetaPart): boolean =>
  (part["x-structural"] ?? resolved(part)["x-structural"]) !== undefined;

function valueUi({ type, enum: values }: MetaPart, options: Options): FormUi {
  const names = nameKind(options.path);
  if (names) return { "ui:widget": "NameWidget", "ui:options": { names } };
  if (values)
    return {
      "ui:enumNames": choicesOf(values, options).map(({ label, about }) =>
        about ? `${label}: ${about}` : label,
      ),
    };
  return type === "string" ? { "ui:emptyValue": undefined } : {};
}

const choicesOf = (values: readonly string[], { path, t }: Options) => {
  const key = path.at(-1) ?? "";
  return values.map((value) => ({
    value,
    label: t(`workshop.choices.${key}.${value}`, {
      _: t(`workshop.choices.${value}`, { _: value }),
    }),
    about: t(`workshop.about.${key}.${value}`, { _: "" }),
  }));
};

/** The data that the templates and widgets of the form share. */
export type FormContext = {
  declaration: Declaration;
  names: Names;
  /** Returns a field of the row. */
  fieldOf: (name: string) => Field | undefined;
  /** Returns the label of a field, sort or filter. */
  nameText: (kind: keyof Names, name: string) => string;
  /** Returns the title of a list entry. */
  titleOf: (list: string, entry: unknown) => string;
  labels: Labels;
  onLabel: (language: Language, key: string, text: string) => void;
  /** Returns the label that is shown if the entry has no label of its own. */
  defaultLabel: (language: Language, entry: unknown, key?: string) => string;
  isPublished: (list: string, entry: unknown) => boolean;
  markOf: (list: string, entry: unknown) => "new" | "changed" | null;
  /** Moves an entry of the list at the path. */
  onMove: (
    path: readonly (string | number)[],
    from: number,
    to: number,
  ) => void;
  /** Ids of the open sections and entries; see `partId`. */
  openParts: ReadonlySet<string>;
  onToggle: (id: string, isOpen: boolean) => void;
};

/** A part of the meta-schema, as far as the workshop uses it. */
export type MetaPart = {
  title?: string;
  description?: string;
  type?: string;
  enum?: readonly string[];
  properties?: Readonly<Record<string, MetaPart>>;
  items?: MetaPart;
  anyOf?: readonly MetaPart[];
  additionalProperties?: MetaPart | boolean;
  required?: readonly string[];
  $ref?: string;
  /** Why the workshop may not change the part. */
  "x-structural"?: string;
};

type Root = MetaPart & { definitions: Readonly<Record<string, MetaPart>> };

/** The schema of declarations, from which the form's validators are compiled. */
export const metaSchema = workshopSchema as Root;
const metaDashboards = metaDashboard as Root;

/** The schemas of the documents by their kind. */
export const metaSchemas: Readonly<Record<"list" | "dashboard", MetaPart>> = {
  list: metaSchema,
  dashboard: metaDashboards,
};

/** Definitions of the same name are equal in both schemas. */
const definitions = {
  ...metaDashboards.definitions,
  ...metaSchema.definitions,
};

/** Returns a part with its reference resolved. */
export function resolved(part: MetaPart): MetaPart {
  const name = part.$ref?.split("/").at(-1);
  const target = name === undefined ? undefined : definitions[name];
  return target ? { ...resolved(target), ...part } : part;
}

/** Returns the alternatives of a part, or the part itself. */
export const shapesOf = (part: MetaPart): MetaPart[] => {
  const schema = resolved(part);
  return schema.anyOf ? schema.anyOf.flatMap(shapesOf) : [schema];
};

/** The same schema in the type of the form library. */
export const formSchema = workshopSchema as RJSFSchema;
