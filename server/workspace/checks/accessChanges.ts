import { roleOf, roles, type Role, type Viewer } from "../../../domain/access";
import { readableOwners } from "../../../domain/readableOwners";
import {
  heldConditions,
  possibleHeld,
} from "../../../domain/listing/fixedConditions";
import {
  filterId,
  viewsOf,
  type Resource,
  type RowSchema,
} from "../../../domain/resource";
import {
  isVisible,
  replyFields,
  visibleResource,
} from "../../../domain/visible";
import type { WorkspaceCheckImpact } from "../../../generated/schemas";
import type { Steps } from "../../platform/steps";
import { viewerKinds, viewerWith } from "./accessRules";

/** How an edit changes what the users of a role see. */
export type ViewerChanges = WorkspaceCheckImpact["viewers"][number];

/** A list with the schema of its rows. */
export type ListWithRow = { resource: Resource; row: RowSchema };

/**
 * Compares what each role sees of a list before and after an edit. Parts are
 * named by their key, wherever they stand: `/columns/price`. A field that
 * responses carry is named `/fields/<name>`, a field that viewers without the call `update` may
 * change by an action `/edits/<name>`. Rows that a viewer sees because a fixed
 * condition no longer limits them are named `/where`. A list that was missing before, or
 * is missing after, has no parts.
 */
export function* listChanges(
  before: ListWithRow | undefined,
  after: ListWithRow | undefined,
): Steps<ViewerChanges[]> {
  const resources = before && after ? [before.resource, after.resource] : [];
  const conditions = unique([
    ...resources
      .flatMap(({ where }) => possibleHeld(where).flat())
      .map((condition) => JSON.stringify(condition)),
    ...(resources.some(({ owner }) => owner) ? [ownRows] : []),
  ]);
  const changes = yield* changesBetween(before, after, (version, viewer) =>
    version
      ? [
          ...visibleParts(version, viewer),
          ...liftedConditions(version, viewer, conditions),
        ]
      : [],
  );
  return changes.map(({ role, ...parts }) => ({
    role,
    gains: withWhere(parts.gains),
    loses: withWhere(parts.loses),
    widened: withWhere(parts.widened),
  }));
}

/**
 * Compares which fields of a row each role may see, whether or not a list shows
 * them. A field is named `/properties/<name>`.
 */
export const fieldChanges = (
  before: RowSchema,
  after: RowSchema,
): Steps<ViewerChanges[]> => changesBetween(before, after, visibleFields);

/**
 * Tries every kind of viewer with all flags that the versions name, with none,
 * and with all but one, so that each rule that could reveal a part is tested.
 */
function* changesBetween<Version>(
  before: Version,
  after: Version,
  partsFor: (version: Version, viewer: Viewer) => readonly string[],
): Steps<ViewerChanges[]> {
  const flags = unique([...flagsIn(before), ...flagsIn(after)]);
  const flagSets = [
    flags,
    [],
    ...flags.map((flag) => flags.filter((other) => other !== flag)),
  ];
  const viewers = viewerKinds.flatMap((kind) =>
    flagSets.map((given) => viewerWith(kind, given)),
  );
  const tried: { role: Role; was: Set<string>; is: Set<string> }[] = [];
  for (const viewer of viewers) {
    yield;
    tried.push({
      role: roleOf(viewer),
      was: new Set(partsFor(before, viewer)),
      is: new Set(partsFor(after, viewer)),
    });
  }
  yield;
  const existed = new Set(tried.flatMap(({ was }) => [...was]));
  return roles.map((role) => {
    const own = tried.filter((viewer) => viewer.role === role);
    const gains = unique(
      own.flatMap(({ was, is }) => [...is].filter((part) => !was.has(part))),
    );
    const loses = unique(
      own.flatMap(({ was, is }) => [...was].filter((part) => !is.has(part))),
    );
    const widened = gains.filter(
      (part) => existed.has(part) || part.startsWith(rowsBeyond),
    );
    return { role, gains, loses, widened };
  });
}

/** Begins the names of the rows beyond a fixed condition. */
const rowsBeyond = "/where/";

/** Stands for the condition that a viewer reads only the own rows. */
const ownRows = "owner";

/** Returns the given conditions that do not limit the viewer's rows. */
function liftedConditions(
  { resource, row }: ListWithRow,
  viewer: Viewer,
  conditions: readonly string[],
): string[] {
  if (!visibleResource(resource, row, viewer)) return [];
  const held = heldConditions(resource.where, viewer).map((condition) =>
    JSON.stringify(condition),
  );
  if (resource.owner && readableOwners(viewer) !== "anyone") held.push(ownRows);
  return conditions.flatMap((condition) =>
    held.includes(condition) ? [] : [`${rowsBeyond}${condition}`],
  );
}

const withWhere = (parts: readonly string[]): string[] =>
  unique(parts.map((part) => (part.startsWith(rowsBeyond) ? "/where" : part)));

const unique = (parts: readonly string[]) => [...new Set(parts)];

/** Returns the flags that access rules name anywhere in a declaration. */
function flagsIn(part: unknown): string[] {
  if (typeof part !== "object" || part === null) return [];
  return Object.entries(part).flatMap(([key, value]: [string, unknown]) =>
    key === "flags" && Array.isArray(value)
      ? value.filter((flag) => typeof flag === "string")
      : flagsIn(value),
  );
}

const visibleFields = (row: RowSchema, viewer: Viewer): string[] =>
  Object.keys(row.properties)
    .filter((name) => isVisible(row, { fields: [name] }, viewer))
    .map((name) => `/properties/${name}`);

function visibleParts(
  { resource, row }: ListWithRow,
  viewer: Viewer,
): string[] {
  const visible = visibleResource(resource, row, viewer);
  if (!visible) return [];
  const { columns, filters, sorts, tabs, search, calls, actions } = visible;
  const idsOf = (entries: readonly { id: string }[]) =>
    entries.map(({ id }) => id);
  const valuesOf = (entries: readonly { value: string }[] = []) =>
    entries.map(({ value }) => value);
  const names = {
    columns: idsOf(columns),
    filters: filters.map(filterId),
    sorts: idsOf(sorts),
    "tabs/values": valuesOf(tabs?.values),
    "search/parameters": valuesOf(search?.parameters),
    views: viewsOf(visible),
    boards: visible.boards ?? [],
    savedViews: Object.keys(visible.savedViews ?? {}),
    calls: Object.keys(calls),
    actions: idsOf(actions ?? []),
    // Viewers who may change whole rows gain nothing by an action that edits one of the fields.
    edits: calls.update
      ? []
      : unique((actions ?? []).flatMap(({ edits = [] }) => edits)),
    fields: replyFields(visible, row, viewer),
  };
  return Object.entries(names).flatMap(([list, parts]) =>
    parts.map((part) => `/${list}/${part}`),
  );
}
