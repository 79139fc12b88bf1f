import type { Role } from "../../domain/access";
import {
  filterId,
  viewsOf,
  type Resource,
  type RowSchema,
} from "../../domain/resource";
import { replyFields, visibleResource } from "../../domain/visible";
import type { JsonSchema } from "../platform/schemas/registry";
import type { DeclaredSet } from "../workspace/declared";
import { viewerAs } from "./viewerAs";

const roles: readonly Role[] = [
  "client",
  "dealer",
  "manager",
  "admin",
  "unknown",
];

type Seen = { role: Role; gains: string[]; loses: string[] };

/**
 * What each role gains and loses by an edit: parts by pointer, and the fields
 * of rows as `/fields/<name>`. Asked with every permission and with none.
 */
export function seenDifferently(
  before: DeclaredSet,
  after: DeclaredSet,
  name: string,
): Seen[] {
  const flags = flagsIn(after.schemas.get("permission"));
  return roles.map((role): Seen => {
    const was = seenParts(before, name, role, flags);
    const is = seenParts(after, name, role, flags);
    return {
      role,
      gains: [...is].filter((part) => !was.has(part)),
      loses: [...was].filter((part) => !is.has(part)),
    };
  });
}

/** The names of all permissions. */
export const flagsIn = ({ properties }: JsonSchema): string[] =>
  Object.keys(properties ?? {});

function seenParts(
  set: DeclaredSet,
  name: string,
  role: Role,
  all: readonly string[],
): ReadonlySet<string> {
  const resource = set.workspace.resource(name);
  const row = set.schemas.row(resource.row);
  return new Set(
    [[], all].flatMap((flags) => partsFor(resource, row, { role, flags })),
  );
}

function partsFor(
  resource: Resource,
  row: RowSchema,
  as: { role: Role; flags: readonly string[] },
): string[] {
  const viewer = viewerAs(as, "0");
  const seen = visibleResource(resource, row, viewer);
  if (!seen) return [];
  const { columns, filters, sorts, tabs, search, calls } = seen;
  const under = (list: string, ids: readonly string[]) =>
    ids.map((id) => `/${list}/${id}`);
  return [
    ...under(
      "columns",
      columns.map(({ id }) => id),
    ),
    ...under("filters", filters.map(filterId)),
    ...under(
      "sorts",
      sorts.map(({ id }) => id),
    ),
    ...under("tabs/values", tabs?.values.map(({ value }) => value) ?? []),
    ...under(
      "search/parameters",
      search?.parameters.map(({ value }) => value) ?? [],
    ),
    ...under("views", viewsOf(seen)),
    ...under("calls", Object.keys(calls)),
    ...under("fields", replyFields(seen, row, viewer)),
  ];
}
