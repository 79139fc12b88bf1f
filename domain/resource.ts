import type { Conditions } from "./condition/condition";
import type { MetaResource, MetaRow } from "../generated/schemas";
import type { Access } from "./access";
import { fieldsIn } from "./condition/condition";

/** A declaration of resources/ with the keys that it takes over from another. */
export type DeclaredResource = MetaResource &
  Required<Pick<MetaResource, NeededKey>>;
/** The keys that a declaration has itself or takes over. */
type NeededKey =
  | "row"
  | "key"
  | "columns"
  | "filters"
  | "sorts"
  | "views"
  | "table";
export const neededKeys: readonly NeededKey[] = [
  "row",
  "key",
  "columns",
  "filters",
  "sorts",
  "views",
  "table",
];

/** The calls of a list with all paths filled in, without `/api`. */
export type ListCalls = {
  list: {
    path: string;
    rows: string;
    total: string;
    counters?: string;
    /**
     * In a list with a `summary`: the key of the reply for the totals, or a key for each
     * of them.
     */
    totals?: string | Readonly<Record<string, string>>;
    /** Filters by the keys of the reply that hold their choices, beside the rows. */
    facets?: Readonly<Record<string, string>>;
  };
  facets?: { path: string; filters?: string; counters?: string };
  options?: Readonly<
    Record<string, { path: string; rows?: string; by?: string; as?: string }>
  >;
  /**
   * The row's id is in the path (`:id`) or in the parameter, by default `id`.
   * `photos` is the place of the photos in the reply.
   */
  detail?: { path: string; param?: string; photos?: string; access?: Access };
  export?: { path: string; access?: Access };
  /** The weeks of the chart, in a list with a `chart`. */
  chart?: { path: string };
  seen?: { path: string };
  /** Makes a link and a code for strangers; `param` carries the row's id. */
  share?: { path: string; param: "carId" | "bikeId"; access?: Access };
  create?: FormCall;
  update?: FormCall;
  remove?: WriteCall;
  history?: { path: string; access?: Access };
  /** Previews and applies an import; below it are the imports and their undo. */
  import?: { path: string; access?: Access };
};

/** A call that changes data. `:id` in its path stands for the row's key. */
export type WriteCall = {
  method: "POST" | "PUT" | "DELETE";
  path: string;
  access?: Access;
  /** The rows for which the call can be made. */
  conditions?: Conditions;
};

/** A call whose body people fill in. */
export type FormCall = WriteCall & {
  /**
   * The schema of the body: `user#/definitions/create`. The name of a row
   * schema stands for the fields of its rows that people may fill in.
   */
  body: string;
};

/** A declaration of resources/ with its default calls filled in. */
export type Resource = Omit<DeclaredResource, "calls" | "actions"> & {
  calls: ListCalls;
  actions?: Action[] | undefined;
};
export type Column = Resource["columns"][number];
/** A link from a row to another list. */
export type Related = NonNullable<Resource["related"]>[number];
/** Steps with their days on the page of a row. */
export type Timeline = NonNullable<Resource["timelines"]>[number];
export type Filter = Resource["filters"][number];
export type Sort = Resource["sorts"][number];
/** A mail about rows that changed, or at a time of the day. */
export type Notice = NonNullable<Resource["notices"]>[number];
/** An action as it is written in resources/. */
export type DeclaredAction = NonNullable<DeclaredResource["actions"]>[number];
/** Something that people can do with rows of a list, with its call filled in. */
export type Action = Omit<DeclaredAction, "method" | "path"> & {
  method: NonNullable<DeclaredAction["method"]> | "PATCH";
  path: string;
};
export type Order = "ASC" | "DESC";
/** A layout of the rows of a list that `views` can name. */
type DeclaredView = Extract<Resource["views"][number], string>;
/** A layout of the rows of a list. */
export type View = DeclaredView | "board";

/** One property of a row schema, with the annotations that the engine reads. */
export type Field = Partial<Omit<MetaField, LooseKey>> & {
  type?: string | readonly string[];
  format?: string;
  enum?: readonly (string | number | boolean | null)[];
  items?: Field;
  /** The fields of an object, such as an entry of a list, and the required ones. */
  properties?: Readonly<Record<string, Field>>;
  required?: readonly string[];
  /** A secret, such as a password: sent as typed and never kept in a draft. */
  writeOnly?: boolean;
  /** Filters send the words of the dictionary themselves instead of ids. */
  "x-words"?: "free";
  /** Of the entries of a list: headings, each over several of their values. */
  "x-sections"?: Readonly<Record<string, readonly string[]>>;
  "x-dictionary"?: string;
  "x-shown"?: string;
  "x-access"?: Access;
  "x-states"?: readonly (Omit<DeclaredTransition, "access"> & {
    access?: Access;
  })[];
  "x-computed"?: DeclaredSum & {
    /** The sums of a field with `ofArea`, which the program adds. */
    cases?: readonly SumCase[];
  };
};
type DeclaredTransition = NonNullable<MetaField["x-states"]>[number];
type DeclaredSum = NonNullable<MetaField["x-computed"]>;
/** A sum, and the values of a field of the row to which it is limited. */
export type SumCase = {
  /** Fields of whole numbers; without them the sum begins with 0. */
  base: readonly string[];
  steps: readonly NonNullable<DeclaredSum["steps"]>[number][];
  /** A higher sum counts as this one. */
  most?: number | undefined;
  only?: { field: string; in: readonly string[] };
};
type MetaField = MetaRow["properties"][string];
/** Bodies of calls have other values, and entries of lists fewer keys. */
type LooseKey =
  | "type"
  | "format"
  | "enum"
  | "items"
  | "x-dictionary"
  | "x-shown"
  | "x-access"
  | "x-states"
  | "x-computed";

/** The schema of a row: a file of schemas/. */
export type RowSchema = {
  $id: string;
  title?: string;
  required?: readonly string[];
  /** The areas with lots of this schema. */
  "x-areas"?: readonly string[];
  /** The fields by which lots are compared with earlier lots. */
  "x-history"?: { variant: string; same: readonly string[] };
  /** The row whose fields this row copies under the same names. */
  "x-copies"?: string;
  /** The sections of the locales for rows with a value of a field, by field and value. */
  "x-textsFor"?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** The fields whose values no two records share. */
  "x-unique"?: readonly string[];
  /** Whether a missing value counts as a value of `x-unique`. */
  "x-uniqueEmpty"?: boolean;
  properties: Readonly<Record<string, Field>>;
};

/** Returns whether the menu shows a group of lists folded, under a heading of its own. */
export const isFoldedGroup = (group: string | undefined): group is string =>
  group !== undefined && !["own", "lots", "none"].includes(group);

/** Returns the id of a filter, by default the name of its field. */
export const filterId = (filter: Filter): string => filter.id ?? filter.field;

/** Returns the name of a filter in the URL. */
export const filterParam = (filter: Filter): string =>
  filter.param ?? filterId(filter);

/** Returns the call's parameter of a filter, or the two for from and to. */
export const filterSend = (filter: Filter): readonly string[] => {
  const send = filter.send ?? filterParam(filter);
  return typeof send === "string" ? [send] : send;
};

/** Returns the declared views of a list. The first is the default. */
export const viewsOf = ({ views }: Pick<Resource, "views">): DeclaredView[] => [
  ...new Set(
    views.map((entry) => (typeof entry === "string" ? entry : entry.view)),
  ),
];

/** Returns all views that people can choose: a list with boards has the board last. */
export const offeredViews = ({
  views,
  boards = [],
}: Pick<Resource, "views" | "boards">): View[] => [
  ...viewsOf({ views }),
  ...(boards.length > 0 ? (["board"] as const) : []),
];

/**
 * Returns the fields in the address of a row: the names after `:` and `@`.
 *
 * @example detailFields("/@lotType/:id") // ["lotType", "id"]
 */
export const detailFields = (detailRoute: string | undefined): string[] =>
  [...(detailRoute ?? "").matchAll(/[:@]([A-Za-z][A-Za-z0-9]*)/g)].map(
    ([, name = ""]) => name,
  );

/** Returns the type of a field without null, or the type of its enum values. */
export function fieldType(field: Field): string {
  const types = typeof field.type === "string" ? [field.type] : field.type;
  const type = types?.find((name) => name !== "null");
  if (type !== undefined) return type;
  const choices = field.enum?.filter((choice) => choice !== null) ?? [];
  if (choices.length === 0) return "string";
  if (choices.every(Number.isInteger)) return "integer";
  const [first] = choices.map((choice) => typeof choice);
  return choices.every((choice) => typeof choice === first) && first
    ? first
    : "string";
}

/** Returns whether a field takes null. */
export const mayBeEmpty = ({ type = [] }: Pick<Field, "type">): boolean =>
  [type].flat().includes("null");

/** Returns whether the field holds a number, which can be added up. */
export const isNumber = (field: Field): boolean =>
  ["integer", "number"].includes(fieldType(field));

/** Returns whether the field holds a day or a moment. */
export const isDate = (field: Field): boolean =>
  field.format === "date" || field.format === "date-time";

/**
 * Returns the locale key of an enum value for a role:
 * `choices.<row>.<field>.<value>`, unless `x-choices` names other texts, or
 * `x-choicesFor` does for the values of the row.
 */
export const choiceKey = (
  { row, name, field }: { row: string; name: string; field: Field },
  role: string,
  value: string,
  values: Readonly<Record<string, unknown>> = {},
): string => {
  const [ofRow] = Object.entries(field["x-choicesFor"] ?? {}).flatMap(
    ([other, names]) => names[String(values[other])] ?? [],
  );
  const words = ofRow ?? forRole(field["x-choices"] ?? name, role);
  return `choices.${row}.${words}.${value}`;
};

/**
 * Returns the section of the locales whose texts a row prefers, by `x-textsFor` of its
 * schema; undefined for the usual texts.
 */
export const textSection = (
  { "x-textsFor": textsFor = {} }: Pick<RowSchema, "x-textsFor">,
  row: Readonly<Record<string, unknown>>,
): string | undefined => {
  for (const [name, sections] of Object.entries(textsFor)) {
    const section = sections[String(row[name])];
    if (section !== undefined) return section;
  }
  return undefined;
};

/** Returns the value of a setting that may differ by role. */
export function forRole<Value extends string>(
  setting: Value | { default: Value; [role: string]: Value | undefined },
  role: string,
): Value {
  if (typeof setting === "string") return setting;
  return setting[role] ?? setting.default;
}

/** The field that counts the changes of a row, if the row has one. */
export const versionField = "version";

/** The value of an action's property that stands for the row's key. */
export const keyValue = "@key";

/** The value of a tab or a segment that stands for no value of its filter. */
export const allValue = "All";

/** The value of a condition or an action that stands for the day in Japan. */
export const todayValue = "@today";

/** The value of an action's property that stands for the reader's time zone. */
export const timeZoneValue = "@timeZone";

/**
 * Returns the field that an entry of an action's `values` reads from the row;
 * null for a constant, for the row's key, the day in Japan and the reader's time zone.
 *
 * @example rowValueField("@version") // "version"
 */
export const rowValueField = (value: unknown): string | null =>
  typeof value === "string" &&
  value.startsWith("@") &&
  value !== keyValue &&
  value !== todayValue &&
  value !== timeZoneValue
    ? value.slice(1)
    : null;

/** Returns the fields of the row that the action reads or gives a value. */
export const actionFields = ({
  edits,
  enabled,
  values = {},
}: Action): string[] => [
  ...fieldsIn(enabled),
  ...(edits ? Object.keys(values) : []),
  ...Object.values(values).flatMap((value) => rowValueField(value) ?? []),
];

/**
 * Returns the reference of a body with some fields of a stored row. Only the
 * engine writes it, for actions with `edits`.
 *
 * @example fieldsBody("yard", ["kind", "places"]) // "yard#/fields/kind,places"
 */
export const fieldsBody = (row: string, fields: readonly string[]): string =>
  `${row}#/fields/${fields.join(",")}`;

/** Returns the row and the fields of such a reference; null for any other body. */
export function readFieldsBody(
  reference: string,
): { row: string; fields: string[] } | null {
  const [row = "", list] = reference.split("#/fields/");
  return list === undefined ? null : { row, fields: list.split(",") };
}
