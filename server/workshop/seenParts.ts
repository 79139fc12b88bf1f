import { userLevels, type Role, type Viewer } from "../../domain/access";
import {
  filterId,
  viewsOf,
  type Resource,
  type RowSchema,
} from "../../domain/resource";
import { replyFields, visibleResource } from "../../domain/visible";
import type { JsonSchema } from "../platform/schemas/registry";
import type { DeclaredSet } from "../workspace/declared";
import { roles, viewerAs } from "./viewerAs";

/** How an edit changes what the users of a role see, as pointers to parts. */
export type ViewerChanges = {
  role: Role;
  gains: string[];
  loses: string[];
  /** Gained parts that the list had before and hid from these users. */
  widened: string[];
};

/**
 * Compares what each role sees before and after an edit. A row's field is named
 * `/fields/<name>`. Each role is tried on every user level and with every
 * combination of flags that can reveal a part: all flags, no flags, and all
 * but one.
 */
export function viewerChanges(
  before: DeclaredSet,
  after: DeclaredSet,
  name: string,
): ViewerChanges[] {
  const [old, next] = [before, after].map((set) => {
    const resource = set.workspace.resource(name);
    return { resource, row: set.schemas.row(resource.row) };
  }) as [Listed, Listed];
  const flags = flagNames(after.schemas.get("permission"));
  const rules = JSON.stringify([old, next]);
  const flagSets = [
    [],
    flags,
    ...flags
      .filter((flag) => rules.includes(`"${flag}"`))
      .map((missing) => flags.filter((flag) => flag !== missing)),
  ];
  const compared = roles.map((role) => {
    const viewers = flagSets
      .flatMap((some) => withLevels(viewerAs({ role, flags: some }, "0")))
      .map((viewer) => [visibleParts(old, viewer), visibleParts(next, viewer)])
      .map(([was = new Set(), is = new Set()]) => ({ was, is }));
    return { role, viewers };
  });
  const listed = new Set(
    compared.flatMap(({ viewers }) => viewers.flatMap(({ was }) => [...was])),
  );
  return compared.map(({ role, viewers }) => {
    const gains = unique(
      viewers.flatMap(({ was, is }) =>
        [...is].filter((part) => !was.has(part)),
      ),
    );
    const loses = unique(
      viewers.flatMap(({ was, is }) =>
        [...was].filter((part) => !is.has(part)),
      ),
    );
    const widened = gains.filter((part) => listed.has(part));
    return { role, gains, loses, widened };
  });
}

/** Returns the names of all permission flags. */
export const flagNames = ({ properties }: JsonSchema): string[] =>
  Object.keys(properties ?? {});

type Listed = { resource: Resource; row: RowSchema };

const unique = (parts: readonly string[]) => [...new Set(parts)];

/** A user level decides the role of administrators, so it stays theirs. */
const withLevels = (viewer: Viewer): Viewer[] =>
  viewer.userLevel === userLevels.client
    ? Object.values(userLevels)
        .filter((level) => level !== userLevels.system)
        .map((userLevel) => ({ ...viewer, userLevel }))
    : [viewer];

function visibleParts(
  { resource, row }: Listed,
  viewer: Viewer,
): ReadonlySet<string> {
  const visible = visibleResource(resource, row, viewer);
  if (!visible) return new Set();
  const { columns, filters, sorts, tabs, search, calls } = visible;
  const names = {
    columns: columns.map(({ id }) => id),
    filters: filters.map(filterId),
    sorts: sorts.map(({ id }) => id),
    "tabs/values": tabs?.values.map(({ value }) => value) ?? [],
    "search/parameters": search?.parameters.map(({ value }) => value) ?? [],
    views: viewsOf(visible),
    calls: Object.keys(calls),
    fields: replyFields(visible, row, viewer),
  };
  return new Set(
    Object.entries(names).flatMap(([list, parts]) =>
      parts.map((part) => `/${list}/${part}`),
    ),
  );
}
