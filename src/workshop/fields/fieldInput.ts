import { isEqual } from "../../../domain/formats";
import type { Language } from "../../../domain/limits";
import { fieldType, mayBeEmpty } from "../../../domain/resource";
import type { MessageKey } from "../../providers/i18n/useT";
import type { CreatedField } from "../document/draft";

/** The kinds of value that a created field can have. */
export const fieldKinds = [
  "text",
  "longText",
  "integer",
  "number",
  "boolean",
  "choices",
  "date",
  "texts",
] as const;

export type FieldKind = (typeof fieldKinds)[number];

/** The people who may see the values of a created field. */
export const fieldViewers = ["everybody", "managers", "admins"] as const;

type FieldViewers = (typeof fieldViewers)[number];

/** One choice as it is typed: the stored value and its texts. */
export type ChoiceInput = { value: string } & Record<Language, string>;

/** A field as it is typed into the form. */
export type FieldInput = {
  name: string;
  kind: FieldKind;
  /** The name of a unit, empty for none. */
  unit: string;
  /** "other" keeps an access rule that the form cannot show. */
  viewers: FieldViewers | "other";
  titles: Record<Language, string>;
  choices: readonly ChoiceInput[];
  /** Whether each row needs a value. Only fields of created lists can be required. */
  isRequired: boolean;
};

export const emptyChoice: ChoiceInput = { value: "", en: "", ru: "" };

export const emptyField: FieldInput = {
  name: "",
  kind: "text",
  unit: "",
  viewers: "everybody",
  titles: { en: "", ru: "" },
  choices: [emptyChoice, emptyChoice],
  isRequired: false,
};

const maxTitleLength = 80;
const maxText = 200;
const maxLongText = 4000;
const maxEntries = 50;

type FieldType = "string" | "integer" | "number" | "boolean" | "array";

/** The types and limits of the kinds. */
const schemas: Readonly<
  Record<
    FieldKind,
    Omit<CreatedField["schema"], "title" | "type"> & {
      type: [FieldType, "null"];
    }
  >
> = {
  text: { type: ["string", "null"], maxLength: maxText - 1 },
  longText: { type: ["string", "null"], maxLength: maxLongText },
  integer: { type: ["integer", "null"] },
  number: { type: ["number", "null"] },
  boolean: { type: ["boolean", "null"] },
  choices: { type: ["string", "null"] },
  date: { type: ["string", "null"], format: "date" },
  texts: {
    type: ["array", "null"],
    maxItems: maxEntries,
    items: { type: "string", maxLength: maxText },
  },
};

const access: Readonly<Record<FieldViewers, Record<string, unknown> | null>> = {
  everybody: null,
  managers: { userTypes: ["manager"] },
  admins: { roles: ["admin"] },
};

/** Whether values of a kind can have a unit. */
export const hasUnit = (kind: FieldKind): boolean =>
  kind === "integer" || kind === "number";

/** Returns the field of a form. `before` is the field that it edits. */
export function fieldOf(
  { kind, unit, viewers, titles, choices, isRequired }: FieldInput,
  before?: CreatedField,
): CreatedField {
  const rule =
    viewers === "other" ? before?.schema["x-access"] : access[viewers];
  const labelsIn = (language: Language) => ({
    title: titles[language].trim(),
    ...Object.fromEntries(
      kind === "choices"
        ? choices.map((choice) => [
            `choices.${choice.value.trim()}`,
            choice[language].trim(),
          ])
        : [],
    ),
  });
  const isSameKind = before !== undefined && kindOf(before) === kind;
  const { type, ...limits } = schemas[kind];
  const values = choices.map(({ value }) => value.trim());
  return {
    schema: {
      title: titles.en.trim(),
      type: isRequired ? type[0] : type,
      ...(isRequired && type[0] === "string" && kind !== "choices"
        ? { minLength: 1 }
        : {}),
      ...limits,
      ...(isSameKind ? limitsOf(before) : {}),
      ...(kind === "choices"
        ? { enum: isRequired ? values : [...values, null] }
        : {}),
      ...(hasUnit(kind) && unit !== "" ? { "x-unit": unit } : {}),
      ...(rule ? { "x-access": rule } : {}),
    },
    labels: { en: labelsIn("en"), ru: labelsIn("ru") },
  };
}

const limitsOf = ({
  schema: { maxLength, maxItems, items },
}: CreatedField) => ({
  ...(maxLength === undefined ? {} : { maxLength }),
  ...(maxItems === undefined ? {} : { maxItems }),
  ...(items === undefined ? {} : { items }),
});

/** Returns a created field as the form shows it. */
export function inputOf(name: string, field: CreatedField): FieldInput {
  const { schema, labels } = field;
  const rule = schema["x-access"] ?? null;
  const known = fieldViewers.find((viewers) => isEqual(access[viewers], rule));
  const values = (schema.enum ?? []).filter((value) => value !== null);
  const textIn = (language: Language, key: string) =>
    labels[language][key] ?? "";
  return {
    name,
    kind: kindOf(field),
    unit: schema["x-unit"] ?? "",
    viewers: known ?? "other",
    isRequired: !mayBeEmpty(schema),
    titles: { en: textIn("en", "title"), ru: textIn("ru", "title") },
    choices: values.map((value) => ({
      value,
      en: textIn("en", `choices.${value}`),
      ru: textIn("ru", `choices.${value}`),
    })),
  };
}

function kindOf({ schema }: CreatedField): FieldKind {
  if (schema.enum) return "choices";
  if (schema.format === "date") return "date";
  switch (fieldType(schema)) {
    case "integer":
      return "integer";
    case "number":
      return "number";
    case "boolean":
      return "boolean";
    case "array":
      return "texts";
    default:
      return (schema.maxLength ?? maxText) < maxText ? "text" : "longText";
  }
}

/** Returns a name that a title suggests, empty without Latin letters. */
export function suggestedName(title: string): string {
  const [first = "", ...rest] = title
    .normalize("NFKD")
    .replace(/[^A-Za-z0-9 -]/g, "")
    .replace(/^[^A-Za-z]+/, "")
    .split(/[ -]+/)
    .filter((word) => word !== "");
  const name = [
    first.toLowerCase(),
    ...rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1)),
  ].join("");
  return name.slice(0, 40);
}

/** Returns the value that the text of a choice suggests. */
export const suggestedValue = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 40);

const namePattern = /^[a-z][A-Za-z0-9]{0,39}$/;
const valuePattern = /^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$/;

type Text = { key: MessageKey; values?: Record<string, string> };

/** The errors by the place in the form: `name`, `titles.en`, `choices.0.value`. */
export type FieldFaults = Readonly<Record<string, Text>>;

/**
 * Returns what is wrong with a field. `taken` has the names of the other fields of the row.
 */
export function fieldFaults(
  { name, kind, titles, choices }: FieldInput,
  taken: readonly string[],
): FieldFaults {
  const faults: Record<string, Text> = {};
  const nameFault = faultOfName(name.trim(), taken);
  if (nameFault) faults.name = nameFault;
  for (const language of ["en", "ru"] as const)
    if (titles[language].trim() === "")
      faults[`titles.${language}`] = { key: "workshop.newField.noTitle" };
    else if (titles[language].trim().length > maxTitleLength)
      faults[`titles.${language}`] = { key: "workshop.newField.longTitle" };
  if (kind !== "choices") return faults;
  if (choices.length === 0)
    faults.choices = { key: "workshop.newField.noChoices" };
  for (const [index, choice] of choices.entries()) {
    const value = choice.value.trim();
    const isTwice = choices
      .slice(0, index)
      .some((other) => other.value.trim() === value);
    if (!valuePattern.test(value))
      faults[`choices.${index}.value`] = { key: "workshop.newField.badValue" };
    else if (isTwice)
      faults[`choices.${index}.value`] = {
        key: "workshop.newField.sameValue",
        values: { value },
      };
    for (const language of ["en", "ru"] as const)
      if (choice[language].trim() === "")
        faults[`choices.${index}.${language}`] = {
          key: "workshop.newField.noText",
        };
  }
  return faults;
}

function faultOfName(name: string, taken: readonly string[]): Text | null {
  if (name === "") return { key: "workshop.newField.noName" };
  if (!namePattern.test(name)) return { key: "workshop.newField.badName" };
  if (name in {})
    return { key: "workshop.newField.reservedName", values: { name } };
  const other = taken.find(
    (field) => field.toLowerCase() === name.toLowerCase(),
  );
  return other === undefined
    ? null
    : { key: "workshop.newField.takenName", values: { name: other } };
}
