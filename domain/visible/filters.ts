import { filtersIn } from "../condition/condition";
import { filterId, type Filter, type Resource } from "../resource";
import { visibleConditions } from "./conditions";
import { withoutAccess, type VisibilityCheck } from "./isVisible";

/**
 * Returns the visible filters without references to hidden filters. The filter
 * behind the tabs refuses the values of hidden tabs.
 */
export function visibleFilters(
  { filters, tabs }: Pick<Resource, "filters" | "tabs">,
  { isVisible }: VisibilityCheck,
): Filter[] {
  const visible = filters.filter(({ access, field }) =>
    isVisible(access, [field]),
  );
  const ids = new Set(visible.map(filterId));
  const hiddenTabs = (tabs?.values ?? [])
    .filter(({ access }) => !isVisible(access))
    .map(({ value }) => value);
  return visible.map((filter) => {
    const { by, resets, when, except = [], ...others } = withoutAccess(filter);
    const { default: initial, ...rest } = others;
    const hidden = filterId(filter) === tabs?.filter ? hiddenTabs : [];
    const refused = [...new Set([...except, ...hidden])];
    return {
      ...rest,
      ...(by !== undefined && ids.has(by) ? { by } : {}),
      ...(when && filtersIn(when).every((id) => ids.has(id))
        ? { when: visibleConditions(when, { isVisible }) }
        : {}),
      ...(initial && isVisible(initial.access)
        ? { default: withoutAccess(initial) }
        : {}),
      ...(resets ? { resets: resets.filter((id) => ids.has(id)) } : {}),
      ...(refused.length > 0 ? { except: refused } : {}),
    };
  });
}

/** Returns the visible tabs; undefined if their filter is hidden. */
export function visibleTabs(
  { tabs }: Pick<Resource, "tabs">,
  filters: readonly Filter[],
  { isVisible }: VisibilityCheck,
): Resource["tabs"] {
  const hasFilter = filters.some((filter) => filterId(filter) === tabs?.filter);
  if (!tabs || !hasFilter) return undefined;
  const values = tabs.values
    .filter(({ access }) => isVisible(access))
    .map(withoutAccess);
  return values.length > 0 ? { ...tabs, values } : undefined;
}

/** Returns the quick search with its visible parameters and fields. */
export function visibleSearch(
  { search }: Pick<Resource, "search">,
  { isVisible, visibleFields }: VisibilityCheck,
): Resource["search"] {
  const parameters = (search?.parameters ?? [])
    .filter(({ access }) => isVisible(access))
    .map((parameter) => ({
      ...withoutAccess(parameter),
      fields: visibleFields(parameter.fields),
    }))
    .filter(({ fields }) => fields.length > 0);
  return search && parameters.length > 0
    ? { ...search, parameters }
    : undefined;
}
