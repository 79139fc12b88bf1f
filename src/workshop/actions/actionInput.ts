import { isFilledIn } from "../../../domain/computed/rule";
import { isFileField } from "../../../domain/fileField";
import { isEqual } from "../../../domain/formats";
import type { Language } from "../../../domain/limits";
import {
  fieldType,
  type DeclaredAction,
  type Field,
  type RowSchema,
} from "../../../domain/resource";
import type { MessageKey } from "../../providers/i18n/useT";
import type { Labels } from "../document/draft";

/** Where people find a created action. */
export const actionPlaces = ["row", "selection"] as const;

/** The people who may start a created action. */
export const actionViewers = ["managers", "admins", "everybody"] as const;

type FixedValue = string | number | boolean | null;

/** An action as it is typed into the form. */
export type ActionInput = {
  id: string;
  titles: Record<Language, string>;
  on: readonly (typeof actionPlaces)[number][];
  /** The fields that it changes. */
  edits: readonly string[];
  /** The fields whose value is fixed. People fill in the others. */
  values: Readonly<Record<string, FixedValue>>;
  enabled?: DeclaredAction["enabled"];
  confirms: boolean;
  /** "other" keeps an access rule that the form cannot show. */
  viewers: (typeof actionViewers)[number] | "other";
};

export const emptyAction: ActionInput = {
  id: "",
  titles: { en: "", ru: "" },
  on: ["row"],
  edits: [],
  values: {},
  confirms: false,
  viewers: "managers",
};

const access: Readonly<
  Record<
    (typeof actionViewers)[number],
    NonNullable<DeclaredAction["access"]> | null
  >
> = {
  // Without a rule, managers alone may edit records.
  managers: null,
  admins: { roles: ["admin"] },
  everybody: { userTypes: ["client", "manager"] },
};

/** Returns the action of a form. `before` is the action that it edits. */
export function actionOf(
  { id, on, edits, values, enabled, confirms, viewers }: ActionInput,
  before?: DeclaredAction,
): DeclaredAction {
  const {
    enabled: _enabled,
    confirm: _confirm,
    values: _values,
    access: accessBefore,
    ...rest
  } = before ?? ({} as Partial<DeclaredAction>);
  const rule = viewers === "other" ? accessBefore : access[viewers];
  const fixed = Object.entries(values).filter(([name]) => edits.includes(name));
  return {
    ...rest,
    id: id.trim(),
    on: [...on],
    edits: [...edits],
    ...(fixed.length > 0 ? { values: Object.fromEntries(fixed) } : {}),
    ...(enabled === undefined ? {} : { enabled }),
    ...(confirms ? { confirm: true } : {}),
    ...(rule ? { access: rule } : {}),
  };
}

/** Returns an action as the form shows it. */
export function inputOf(action: DeclaredAction, labels: Labels): ActionInput {
  const { id, on, edits = [], values = {}, enabled, confirm } = action;
  const rule = action.access ?? null;
  const known = actionViewers.find((viewers) => isEqual(access[viewers], rule));
  return {
    id,
    titles: {
      en: labels.en[`actions.${id}`] ?? "",
      ru: labels.ru[`actions.${id}`] ?? "",
    },
    on: actionPlaces.filter((place) => on.includes(place)),
    edits,
    values,
    ...(enabled === undefined ? {} : { enabled }),
    confirms: confirm !== undefined,
    viewers: known ?? "other",
  };
}

/** Returns the fields that an action can change. */
export const editableFields = ({ properties }: RowSchema): string[] =>
  Object.entries(properties).flatMap(([name, field]) =>
    isFilledIn(field) && !isFileField(field) ? [name] : [],
  );

/**
 * Whether an action can set the field to a fixed value: lists are always filled in, and so
 * are values that a call or another list knows.
 */
export const canBeFixed = (field: Field): boolean =>
  fieldType(field) !== "array" &&
  fieldType(field) !== "object" &&
  field["x-options"] === undefined &&
  field["x-record"] === undefined;

type Text = { key: MessageKey; values?: Record<string, string> };

/**
 * Returns what is wrong with an action by the place in the form. `taken` has the ids of
 * the other actions.
 */
export function actionFaults(
  { id, titles, on, edits }: ActionInput,
  taken: readonly string[],
): Readonly<Record<string, Text>> {
  const faults: Record<string, Text> = {};
  const name = id.trim();
  if (name === "") faults.id = { key: "workshop.newField.noName" };
  else if (!/^[a-z][A-Za-z0-9]{0,39}$/.test(name))
    faults.id = { key: "workshop.newField.badName" };
  else if (name in {})
    faults.id = { key: "workshop.newField.reservedName", values: { name } };
  else if (taken.includes(name))
    faults.id = { key: "workshop.newAction.taken", values: { name } };
  for (const language of ["en", "ru"] as const)
    if (titles[language].trim() === "")
      faults[`titles.${language}`] = { key: "workshop.newField.noTitle" };
  if (on.length === 0) faults.on = { key: "workshop.newAction.noPlace" };
  if (edits.length === 0) faults.edits = { key: "workshop.newAction.noFields" };
  return faults;
}
