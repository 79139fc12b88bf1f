import { fieldsIn } from "../../../../domain/condition/condition";
import { filterId } from "../../../../domain/resource";
import type { Formulas } from "../../computed/formulas";
import type { Asked, IndexQuery } from "../../listing/query/listingIndex";
import { chosenOrder } from "../../listing/query/listingOrder";

/** Returns whether computed fields decide which rows a query finds, or their order or counts. */
export function needsComputed(
  {
    resource,
    state,
    where = [],
    formulas,
  }: IndexQuery & { formulas: Formulas },
  { page, facets = [], sums = [], chart }: Asked,
): boolean {
  const order = page && chosenOrder(resource, page.sort);
  const filters = resource.filters.filter((filter) => {
    const id = filterId(filter);
    const isCounted = facets === "all" || facets.includes(id);
    return isCounted || state.filters[id] !== undefined;
  });
  const names = [
    ...filters.map(({ field }) => field),
    ...where.flatMap((condition) => fieldsIn(condition)),
    ...sums,
    ...(order ? [order.field] : []),
    ...(chart ? [chart.x, chart.y] : []),
  ];
  return names.some((name) => formulas.byField.has(name));
}
