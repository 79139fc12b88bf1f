import type { Resource } from "../../../domain/resource";
import { isEqual } from "../../../domain/formats";
import type { Language } from "../../../domain/limits";
import type { MessageKey } from "../../providers/i18n/useT";
import type { Declaration } from "../document/draft";

/** The people who may see, or change, the rows of a created list. */
export const listViewers = ["everybody", "managers", "admins"] as const;

type ListViewers = (typeof listViewers)[number] | "other";

/** A created list as it is typed into the form. */
export type ListInput = {
  name: string;
  titles: Record<Language, string>;
  icon: string;
  group: string;
  /** "other" keeps access rules that the form cannot show. */
  viewers: ListViewers;
  writers: ListViewers;
  /** The history of a row opens in the list. */
  hasHistory: boolean;
  /** Tables are imported; the unique fields of the row find the stored rows. */
  hasImport: boolean;
};

export const emptyList: ListInput = {
  name: "",
  titles: { en: "", ru: "" },
  icon: "list",
  group: "own",
  viewers: "managers",
  writers: "managers",
  hasHistory: true,
  hasImport: false,
};

type Rule = NonNullable<Resource["access"]>;

const access: Readonly<Record<(typeof listViewers)[number], Rule>> = {
  everybody: { userTypes: ["client", "manager"] },
  managers: { userTypes: ["manager"] },
  admins: { roles: ["admin"] },
};

/** The calls that change rows. A list without an import lacks the last one. */
const writes = ["create", "update", "remove", "import"] as const;

/** Returns the declaration of a new list, without fields, columns and labels. */
export const newDeclaration = (name: string): Declaration => ({
  $schema: "../schemas/meta/resource.json",
  name,
  route: `/${name}`,
  detailRoute: `/${name}/:id`,
  icon: "list",
  menu: { order: 70, group: "own" },
  access: access.managers,
  row: name,
  key: "id",
  table: "simple",
  store: "records",
  calls: { facets: {}, detail: {}, export: {} },
});

/** Returns a declaration with what the form says. `unique` are the unique fields. */
export function withInput(
  declaration: Declaration,
  input: ListInput,
  unique: readonly string[],
): Declaration {
  const { menu, calls, rowPanel, import: before, ...rest } = declaration;
  const present = (calls ?? {}) as Calls;
  const { import: importCall, ...others } = {
    ...present,
    ...(input.writers === "other"
      ? { import: present.import ?? importOf(present) }
      : writeCalls(present, input.writers)),
  };
  const otherPanel = rowPanel === "history" ? undefined : rowPanel;
  const panel = input.hasHistory ? "history" : otherPanel;
  return {
    ...rest,
    ...(input.viewers === "other" ? {} : { access: access[input.viewers] }),
    icon: input.icon,
    menu: { ...(menu as object), group: input.group },
    calls: {
      ...withoutUndefined(others),
      ...(input.hasImport ? { import: importCall ?? {} } : {}),
    },
    ...(panel === undefined ? {} : { rowPanel: panel }),
    ...(input.hasImport
      ? { import: { ...(before as object), key: [...unique] } }
      : {}),
  };
}

type Calls = Readonly<Record<string, { access?: Rule }>>;

/**
 * Returns the calls that change rows, for these people alone. A call without options is
 * undefined: without rules, managers change the rows.
 */
function writeCalls(
  calls: Calls,
  writers: (typeof listViewers)[number],
): Record<string, object | undefined> {
  const rule = writers === "managers" ? {} : { access: access[writers] };
  return Object.fromEntries(
    writes.map((call) => {
      const { access: _access, ...options } = {
        access: undefined,
        ...calls[call],
      };
      const next = { ...options, ...rule };
      return [call, isEqual(next, {}) ? undefined : next];
    }),
  );
}

/** Returns a new import for people who both add and change rows by rules that stay. */
function importOf({ create, update }: Calls): Calls[string] {
  if (!isEqual(create?.access, update?.access))
    return { access: access.admins };
  return create?.access ? { access: create.access } : {};
}

const withoutUndefined = (
  calls: Readonly<Record<string, object | undefined>>,
) =>
  Object.fromEntries(
    Object.entries(calls).filter(([, options]) => options !== undefined),
  );

/** Returns a declaration whose import finds rows by these unique fields, if it has one. */
export const withUnique = (
  declaration: Declaration,
  unique: readonly string[],
): Declaration =>
  typeof declaration.import === "object"
    ? { ...declaration, import: { ...declaration.import, key: [...unique] } }
    : declaration;

/** Returns a created list as the form shows it. */
export function inputOf(
  declaration: Declaration,
  titles: ListInput["titles"],
): ListInput {
  const { name, icon, menu, calls, rowPanel } =
    declaration as Partial<Resource>;
  const viewersOf = (rule: Rule | undefined): ListViewers =>
    listViewers.find((viewers) => isEqual(access[viewers], rule)) ?? "other";
  const rules = writes
    .filter((call) => call !== "import" || calls?.import)
    .map((call) => calls?.[call]?.access);
  const [rule] = rules;
  const areSame = rules.every((other) => isEqual(other, rule));
  return {
    name: name ?? "",
    titles,
    icon: icon ?? "list",
    group: menu?.group ?? "own",
    viewers: viewersOf(declaration.access as Rule | undefined),
    writers: !areSame ? "other" : rule ? viewersOf(rule) : "managers",
    hasHistory: rowPanel === "history",
    hasImport: declaration.import !== undefined,
  };
}

/**
 * Returns the present list with the parts that a person has changed in a form. The other
 * parts may have been changed elsewhere since the form was opened.
 */
export function withChanged<Input extends ListInput>(
  present: Input,
  { opened, input }: { opened: ListInput; input: Input },
): Input {
  const changedIn = <Part extends object>(before: object, now: Part) =>
    Object.fromEntries(
      Object.entries(now).filter(
        ([key, value]) =>
          !isEqual(value, (before as Readonly<Record<string, unknown>>)[key]),
      ),
    ) as Partial<Part>;
  return {
    ...present,
    ...changedIn(opened, input),
    titles: { ...present.titles, ...changedIn(opened.titles, input.titles) },
  };
}

const namePattern = /^[a-z][a-z0-9-]{0,39}$/;

type Text = { key: MessageKey; values?: Record<string, string> };

/**
 * Returns what is wrong with a list by the place in the form. `taken` has the names that
 * lists, their rows and their routes already have.
 */
export function listFaults(
  { name, titles, hasImport }: ListInput,
  taken: readonly string[],
  unique: readonly string[],
): Readonly<Record<string, Text>> {
  const faults: Record<string, Text> = {};
  const typed = name.trim();
  if (typed === "") faults.name = { key: "workshop.newField.noName" };
  else if (!namePattern.test(typed))
    faults.name = { key: "workshop.newList.badName" };
  else if (taken.includes(typed))
    faults.name = { key: "workshop.newList.taken", values: { name: typed } };
  for (const language of ["en", "ru"] as const)
    if (titles[language].trim() === "")
      faults[`titles.${language}`] = { key: "workshop.newField.noTitle" };
  if (hasImport && unique.length === 0)
    faults.import = { key: "workshop.newList.noKey" };
  return faults;
}
