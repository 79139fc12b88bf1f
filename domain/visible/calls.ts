import {
  detailFields,
  filterId,
  type Filter,
  type Resource,
} from "../resource";
import { withoutAccess, type VisibilityCheck } from "./isVisible";

type Calls = Resource["calls"];
type Options = NonNullable<Calls["options"]>;

/**
 * The calls that are open to the viewer: detail and export by their own rules,
 * the choices of a filter as the filter, within another only if that is seen.
 */
export function visibleCalls(
  { calls }: Pick<Resource, "calls">,
  filters: readonly Filter[],
  { isVisible }: VisibilityCheck,
): Calls {
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
  const visibleFields = Object.entries(options).filter(([filter]) =>
    ids.has(filter),
  );
  return Object.fromEntries(
    visibleFields.map(([filter, { path, by, as }]) => [
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

/** Where a row leads, if it may: not by hidden fields, nor to a hidden page. */
export const visibleRoute = (
  { detailRoute, calls }: Pick<Resource, "detailRoute" | "calls">,
  { isVisible }: VisibilityCheck,
): string | undefined =>
  isVisible(calls.detail?.access, detailFields(detailRoute))
    ? detailRoute
    : undefined;
