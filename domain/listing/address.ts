import { filterId, filterParam, type Resource } from "../resource";

/**
 * Returns the address of a list with these texts in its filters, by the ids of the
 * filters; null if the list has no such filter.
 * @example listAddress(bids, { bidStatus: "1" }) // "/bids?bidStatus=1"
 */
export function listAddress(
  { route, filters }: Pick<Resource, "route" | "filters">,
  values: Readonly<Record<string, string>>,
): string | null {
  const query = new URLSearchParams();
  for (const [id, text] of Object.entries(values)) {
    const filter = filters.find((each) => filterId(each) === id);
    if (!filter) return null;
    query.set(filterParam(filter), text);
  }
  return `${route}?${query.toString()}`;
}
