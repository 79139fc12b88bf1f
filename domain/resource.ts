import type { MetaResource } from "../generated/schemas";
import type { Access } from "./access";

/** A declaration of resources/, as the meta-schema describes it. */
export type Resource = MetaResource;
export type Column = Resource["columns"][number];
export type Filter = Resource["filters"][number];
export type Sort = Resource["sorts"][number];
export type Order = "ASC" | "DESC";
/** A way to show the rows of a list. */
export type View = Extract<Resource["views"][number], string>;

/** One property of a row schema, with the annotations the engine reads. */
export type Field = {
  title?: string;
  type?: string | readonly string[];
  format?: string;
  enum?: readonly (string | number | boolean | null)[];
  minimum?: number;
  maximum?: number;
  items?: Field;
  maxItems?: number;
  maxLength?: number;
  pattern?: string;
  "x-core"?: boolean;
  "x-always"?: boolean;
  "x-dictionary"?: string;
  /** The words of the dictionary are known by any text, not by a number. */
  "x-words"?: "free";
  "x-unit"?: string;
  /** How its values are shown where their type does not say. */
  "x-shown"?: string;
  /** The name of the words of its choices, the same for all or by role. */
  "x-choices"?: string | { default: string; [role: string]: string };
  /** A row that has a value here is the viewer's own. */
  "x-own"?: boolean;
  /** Values for filtering only, each standing for several of the field's. */
  "x-groups"?: Readonly<Record<string, readonly (string | number)[]>>;
  "x-access"?: Access;
};

/** The schema of a row: a file of schemas/. */
export type RowSchema = {
  $id: string;
  title?: string;
  required?: readonly string[];
  /** The areas whose lots have this row. */
  "x-areas"?: readonly string[];
  properties: Readonly<Record<string, Field>>;
};

/** The id of a filter: its field, unless the declaration names it. */
export const filterId = (filter: Filter): string => filter.id ?? filter.field;

/** The name of a filter in the URL. */
export const filterParam = (filter: Filter): string =>
  filter.param ?? filterId(filter);

/** The name of a filter in the call, or the two names of from and to. */
export const filterSend = (filter: Filter): readonly string[] => {
  const send = filter.send ?? filterParam(filter);
  return typeof send === "string" ? [send] : send;
};

/** The ways in which a list shows its rows, the first by itself. */
export const viewsOf = ({ views }: Pick<Resource, "views">): View[] => [
  ...new Set(views.map((one) => (typeof one === "string" ? one : one.view))),
];

/** The fields that a row's address is made of: those after `:` and `@`. */
export const detailFields = (detailRoute: string | undefined): string[] =>
  [...(detailRoute ?? "").matchAll(/[:@]([A-Za-z][A-Za-z0-9]*)/g)].map(
    ([, name = ""]) => name,
  );

/** The type of a field without null; without a type, that of its choices. */
export function fieldType(field: Field): string {
  const types = typeof field.type === "string" ? [field.type] : field.type;
  const type = types?.find((one) => one !== "null");
  if (type !== undefined) return type;
  const choices = field.enum?.filter((one) => one !== null) ?? [];
  if (choices.length === 0) return "string";
  if (choices.every(Number.isInteger)) return "integer";
  const [first] = choices.map((one) => typeof one);
  return choices.every((one) => typeof one === first) && first
    ? first
    : "string";
}

export const isDate = (field: Field): boolean =>
  field.format === "date" || field.format === "date-time";

/**
 * The locale key of one of a field's choices, in the words of a role:
 * `choices.<row>.<field>.<value>` unless the field names other words.
 */
export const choiceKey = (
  { row, name, field }: { row: string; name: string; field: Field },
  role: string,
  value: string,
): string => {
  const words = forRole(field["x-choices"] ?? name, role);
  return `choices.${row}.${words}.${value}`;
};

/** What of a resource differs by role, such as its table, for one role. */
export function forRole<Value extends string>(
  setting: Value | { default: Value; [role: string]: Value | undefined },
  role: string,
): Value {
  if (typeof setting === "string") return setting;
  return setting[role] ?? setting.default;
}
