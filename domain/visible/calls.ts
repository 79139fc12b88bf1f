import type { Viewer } from "../access";
import {
  conditionList,
  conditionOf,
  type Condition,
  type Conditions,
  type DecidedCondition,
} from "../condition/condition";
import { isUnmet } from "../condition/decide";
import {
  actionFields,
  detailFields,
  fieldsBody,
  filterId,
  type Action,
  type Filter,
  type ListCalls,
  type Resource,
  type RowSchema,
  type WriteCall,
  versionField,
} from "../resource";
import { visibleConditions } from "./conditions";
import {
  createVisibilityCheck,
  withoutAccess,
  type VisibilityCheck,
} from "./isVisible";

type Options = NonNullable<ListCalls["options"]>;

/** The calls with an access rule of their own. */
const guarded = [
  "detail",
  "export",
  "share",
  "create",
  "update",
  "remove",
  "history",
  "import",
] as const;

/**
 * Returns the calls that the viewer may make. Calls for one row, exports and
 * writes have access rules of their own. The options of a filter are visible
 * with the filter; they name an outer filter only if that filter is visible too.
 */
export function visibleCalls(
  { calls, import: imported }: Pick<Resource, "calls" | "import">,
  filters: readonly Filter[],
  { isVisible }: VisibilityCheck,
): ListCalls {
  const { list, facets, options, chart, seen } = calls;
  const allowed = guarded.flatMap((name) => {
    const call = calls[name];
    const needed = name === "import" ? imported?.key : [];
    if (!call || !isVisible(call.access, needed)) return [];
    const { conditions, ...rest }: Omit<WriteCall, "method"> =
      withoutAccess(call);
    const visible = visibleParts(conditions, { isVisible });
    if (visible.some(isUnmet)) return [];
    const shown = visible.length > 0 && { conditions: visible };
    return [[name, { ...rest, ...shown }]];
  });
  return {
    list,
    ...(facets ? { facets } : {}),
    ...(chart ? { chart } : {}),
    ...(seen ? { seen } : {}),
    ...(options ? { options: visibleOptions(options, filters) } : {}),
    ...(Object.fromEntries(allowed) as Pick<
      ListCalls,
      (typeof guarded)[number]
    >),
  };
}

/** Returns those conditions of a call that test visible fields; the server checks all. */
const visibleParts = (
  conditions: Conditions | undefined,
  visibility: Pick<VisibilityCheck, "isVisible">,
): DecidedCondition[] =>
  conditionList(conditions).flatMap(
    (part) => visibleConditions(part, visibility) ?? [],
  );

/**
 * Returns the actions that the viewer may start. An action that depends on a
 * hidden field, or that no row allows this viewer, is left out, as is one that edits hidden fields only; a patch of a
 * hidden field is dropped, and so is a hidden key of a paste.
 */
export const visibleActions = (
  { actions, row, calls }: Pick<Resource, "actions" | "row" | "calls">,
  { isVisible, visibleFields }: VisibilityCheck,
): Action[] | undefined =>
  actions
    ?.filter((action) => isVisible(action.access, neededFields(action)))
    .flatMap((action): Action[] => {
      if (action.enabled === undefined) return [action];
      const enabled = visibleConditions(action.enabled, { isVisible });
      return enabled && !isUnmet(enabled) ? [{ ...action, enabled }] : [];
    })
    .flatMap((action): Action[] => {
      if (!action.edits) return [action];
      const { conditions, ...rest } = action;
      const stored = [calls.update?.conditions, conditions].flatMap((each) =>
        visibleParts(each, { isVisible }),
      );
      if (stored.length === 0) return [rest];
      if (stored.some(isUnmet)) return [];
      const enabled = [...conditionList(action.enabled), ...stored];
      return [{ ...rest, enabled }];
    })
    .flatMap((action) => {
      if (!action.edits) return [action];
      const edits = visibleFields(action.edits);
      const body = fieldsBody(row, edits);
      const key = visibleFields(action.paste?.key ?? []);
      const paste = action.paste && { paste: key.length > 0 ? { key } : {} };
      return edits.length > 0 ? [{ ...action, ...paste, edits, body }] : [];
    })
    .map((action) => {
      const { patch, ...rest } = withoutAccess(action);
      const shown = Object.entries(patch ?? {}).filter(([field]) =>
        isVisible(undefined, [field]),
      );
      return shown.length > 0
        ? { ...rest, patch: Object.fromEntries(shown) }
        : rest;
    });

/** Stored rows have a version even if their schema does not name it. */
const neededFields = (action: Action): string[] =>
  actionFields(action).filter((name) => !action.edits || name !== versionField);

/**
 * Returns the fields of a row that the viewer may change by the actions with
 * `edits` of its resource.
 */
export function editableFields(
  resource: Resource,
  row: RowSchema,
  viewer: Viewer,
): string[] {
  const visibility = createVisibilityCheck(row, viewer);
  if (!visibility.isVisible(resource.access)) return [];
  const actions = visibleActions(resource, visibility) ?? [];
  return [...new Set(actions.flatMap(({ edits = [] }) => edits))];
}

/**
 * Returns the conditions that a stored row must meet before the viewer may change these
 * fields. If several actions edit a field, the conditions of one of them are enough.
 */
export function editConditions(
  resource: Resource,
  row: RowSchema,
  viewer: Viewer,
  names: readonly string[],
): Condition[] {
  const visibility = createVisibilityCheck(row, viewer);
  const own = new Set(
    visibleActions(resource, visibility)?.map(({ id }) => id),
  );
  const actions = (resource.actions ?? []).filter(
    ({ id, moves, edits }) => edits && moves === undefined && own.has(id),
  );
  const needed = names.flatMap((name): string[] => {
    const editing = actions.filter(({ edits }) => edits?.includes(name));
    const free = editing.some(({ conditions }) => conditions === undefined);
    if (free || editing.length === 0) return [];
    const any = editing.map(({ conditions }) => conditionOf(conditions));
    return [JSON.stringify({ any })];
  });
  return [...new Set(needed)].map((text) => JSON.parse(text) as Condition);
}

/**
 * Returns whether the viewer may change these fields of a stored row together. The fields
 * that only a transition asks for change while its state changes.
 */
export function mayEdit(
  resource: Resource,
  row: RowSchema,
  viewer: Viewer,
  {
    changes,
    stored,
  }: {
    changes: Readonly<Record<string, unknown>>;
    stored: Readonly<Record<string, unknown>>;
  },
): boolean {
  const visibility = createVisibilityCheck(row, viewer);
  const actions = visibleActions(resource, visibility) ?? [];
  const free = actions.flatMap(({ moves, edits = [] }) =>
    moves === undefined ? edits : [],
  );
  const others = Object.keys(changes).filter((name) => !free.includes(name));
  return (
    others.length === 0 ||
    actions.some(
      ({ moves, edits = [] }) =>
        moves !== undefined &&
        others.includes(moves) &&
        changes[moves] !== stored[moves] &&
        others.every((name) => edits.includes(name)),
    )
  );
}

function visibleOptions(options: Options, filters: readonly Filter[]): Options {
  const ids = new Set(filters.map(filterId));
  const visible = Object.entries(options).filter(([filter]) => ids.has(filter));
  return Object.fromEntries(
    visible.map(([filter, { path, rows, by, as }]) => [
      filter,
      {
        path,
        ...(rows === undefined ? {} : { rows }),
        ...(by !== undefined && ids.has(by)
          ? { by, ...(as === undefined ? {} : { as }) }
          : {}),
      },
    ]),
  );
}

/** Returns the address of a row unless it names a hidden field or page. */
export const visibleRoute = (
  { detailRoute, calls }: Pick<Resource, "detailRoute" | "calls">,
  { isVisible }: VisibilityCheck,
): string | undefined =>
  isVisible(calls.detail?.access, detailFields(detailRoute))
    ? detailRoute
    : undefined;
