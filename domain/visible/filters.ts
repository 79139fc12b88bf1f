import { filterId, type Filter, type Resource } from "../resource";
import { withoutAccess, type Sight } from "./isVisible";

/**
 * The filters that are seen, none naming one that is not. The tabs' filter has
 * no control of its own, so it does not take the value of a hidden tab.
 */
export function visibleFilters(
  { filters, tabs }: Pick<Resource, "filters" | "tabs">,
  { sees }: Sight,
): Filter[] {
  const seen = filters.filter(({ access, field }) => sees(access, [field]));
  const ids = new Set(seen.map(filterId));
  const hiddenTabs = (tabs?.values ?? [])
    .filter(({ access }) => !sees(access))
    .map(({ value }) => value);
  return seen.map((filter) => {
    const { by, resets, except = [], ...rest } = withoutAccess(filter);
    const hidden = filterId(filter) === tabs?.filter ? hiddenTabs : [];
    const refused = [...new Set([...except, ...hidden])];
    return {
      ...rest,
      ...(by !== undefined && ids.has(by) ? { by } : {}),
      ...(resets ? { resets: resets.filter((id) => ids.has(id)) } : {}),
      ...(refused.length > 0 ? { except: refused } : {}),
    };
  });
}

/** The tabs that are seen; none where their filter is not. */
export function visibleTabs(
  { tabs }: Pick<Resource, "tabs">,
  filters: readonly Filter[],
  { sees }: Sight,
): Resource["tabs"] {
  const isFiltering = filters.some((one) => filterId(one) === tabs?.filter);
  if (!tabs || !isFiltering) return undefined;
  const values = tabs.values
    .filter(({ access }) => sees(access))
    .map(withoutAccess);
  return values.length > 0 ? { ...tabs, values } : undefined;
}

/** The quick search with the parameters and fields that are seen. */
export function visibleSearch(
  { search }: Pick<Resource, "search">,
  { sees, seen }: Sight,
): Resource["search"] {
  const parameters = (search?.parameters ?? [])
    .filter(({ access }) => sees(access))
    .map((one) => ({ ...withoutAccess(one), fields: seen(one.fields) }))
    .filter(({ fields }) => fields.length > 0);
  return search && parameters.length > 0
    ? { ...search, parameters }
    : undefined;
}
