import {
  isAllowed,
  roleOf,
  type Access,
  type Role,
} from "../../../domain/access";
import {
  filterId,
  type Resource,
  type RowSchema,
} from "../../../domain/resource";
import { escapePointer } from "../../platform/pointer";
import { viewerKinds, viewerWith } from "./accessRules";

/** A part of the declarations that more people may see than before. */
export type WidenedAccess = {
  file: string;
  /** JSON pointer to the part, in the new file. */
  pointer: string;
  /** The roles in which somebody gains the part. */
  roles: Role[];
  before: Access | undefined;
  after: Access | undefined;
};

/** The declarations that are compared: lists and the schemas of their rows. */
export type ComparedSet = {
  resources: readonly Resource[];
  rows: readonly RowSchema[];
};

/**
 * Returns the parts that an edit shows to more people: lists, columns, filters,
 * sorts, searches, tabs, views, calls and fields whose access rule was removed
 * or loosened. New parts are not included; they show only what fields allow.
 */
export function widenedAccess(
  before: ComparedSet,
  after: ComparedSet,
): WidenedAccess[] {
  const old = new Map(rulesIn(before).map((rule) => [rule.key, rule.access]));
  return rulesIn(after).flatMap(({ key, file, pointer, access }) => {
    if (!old.has(key)) return [];
    const was = old.get(key);
    const roles = rolesThatGain(was, access);
    if (roles.length === 0) return [];
    return [{ file, pointer, roles, before: was, after: access }];
  });
}

type RuleAt = {
  /** Identifies the part in both versions, wherever it stands. */
  key: string;
  file: string;
  pointer: string;
  access: Access | undefined;
};

const rulesIn = ({ resources, rows }: ComparedSet): RuleAt[] => [
  ...resources.flatMap(rulesOfList),
  ...rows.flatMap(({ $id, properties }) =>
    Object.entries(properties).map(([name, field]) => {
      const file = `schemas/${$id}.json`;
      const pointer = `/properties/${escapePointer(name)}`;
      return { key: file + pointer, file, pointer, access: field["x-access"] };
    }),
  ),
];

type Part = { access?: Access };

function rulesOfList(resource: Resource): RuleAt[] {
  const { columns, filters, sorts, search, tabs, views, calls } = resource;
  const file = `resources/${resource.name}.json`;
  const rule = (key: string, pointer: string, { access }: Part): RuleAt => ({
    key: `${file} ${key}`,
    file,
    pointer,
    access,
  });
  const rules = <Entry extends Part>(
    pointer: string,
    entries: readonly Entry[] | undefined,
    idOf: (entry: Entry) => string,
  ) =>
    (entries ?? []).map((entry, index) =>
      rule(`${pointer} ${idOf(entry)}`, `${pointer}/${index}`, entry),
    );
  const viewEntries = views.map((view) =>
    typeof view === "string" ? { view } : view,
  );
  return [
    rule("", "", resource),
    ...rules("/columns", columns, ({ id }) => id),
    ...rules("/filters", filters, filterId),
    ...rules("/sorts", sorts, ({ id }) => id),
    ...rules("/search/parameters", search?.parameters, ({ value }) => value),
    ...rules("/tabs/values", tabs?.values, ({ value }) => value),
    ...rules<Part & { view: string }>(
      "/views",
      viewEntries,
      ({ view }) => view,
    ),
    ...(["detail", "export"] as const).flatMap((name) => {
      const call = calls[name];
      return call ? [rule(name, `/calls/${name}`, call)] : [];
    }),
  ];
}

/** Returns the roles in which a viewer passes the new rule but not the old one. */
function rolesThatGain(
  before: Access | undefined,
  after: Access | undefined,
): Role[] {
  const flags = [...new Set([...flagsOf(before), ...flagsOf(after)])];
  // With all flags, with none, and without each one of them.
  const choices = [
    flags,
    [],
    ...flags.map((flag) => flags.filter((other) => other !== flag)),
  ];
  const passes = (
    rule: Access | undefined,
    viewer: ReturnType<typeof viewerWith>,
  ) => rule === undefined || isAllowed(rule, viewer);
  const gained = viewerKinds
    .flatMap((kind) => choices.map((given) => viewerWith(kind, given)))
    .filter((viewer) => passes(after, viewer) && !passes(before, viewer));
  return [...new Set(gained.map(roleOf))];
}

const flagsOf = (rule: Access | undefined): readonly string[] =>
  rule?.flags ?? [];
