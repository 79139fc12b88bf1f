import {
  detailFields,
  filterId,
  type Filter,
  type ListCalls,
  type Resource,
} from "../resource";
import { withoutAccess, type VisibilityCheck } from "./isVisible";

type Options = NonNullable<ListCalls["options"]>;

/**
 * Returns the calls that the viewer may make. Detail and export have access
 * rules of their own. The options of a filter are visible with the filter; they
 * name an outer filter only if that filter is visible too.
 */
export function visibleCalls(
  { calls }: Pick<Resource, "calls">,
  filters: readonly Filter[],
  { isVisible }: VisibilityCheck,
): ListCalls {
  const { detail, export: file, options, ...rest } = calls;
  return {
    ...rest,
    ...(detail && isVisible(detail.access)
      ? { detail: withoutAccess(detail) }
      : {}),
    ...(file && isVisible(file.access) ? { export: withoutAccess(file) } : {}),
    ...(options ? { options: visibleOptions(options, filters) } : {}),
  };
}

function visibleOptions(options: Options, filters: readonly Filter[]): Options {
  const ids = new Set(filters.map(filterId));
  const visible = Object.entries(options).filter(([filter]) => ids.has(filter));
  return Object.fromEntries(
    visible.map(([filter, { path, by, as }]) => [
      filter,
      {
        path,
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
