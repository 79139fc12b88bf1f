import type { Resource, RowSchema } from "../../../domain/resource";
import { suggest } from "../../platform/nearest";
import type { Fault } from "../../platform/problem";
import { checkAccess } from "./checkAccess";
import { checkFilters } from "./checkFilters";
import { checkNames } from "./checkNames";
import { checkUnique } from "./checkUnique";

/**
 * What is wrong inside a declaration that keeps its schema: what it names that
 * is not there, what it says twice, what it asks of a field that the field
 * cannot give, rules that nobody can pass.
 */
export function checkResource(resource: Resource, row: RowSchema): Fault[] {
  return [
    ...checkNames(resource, row),
    ...checkFilters(resource, row),
    ...checkUnique(resource),
    ...checkAccess(resource),
    ...areaFaults(resource, row),
  ];
}

/** Lists of lots show the lots of one area; their calls stand on that. */
function* areaFaults(resource: Resource, row: RowSchema): Generator<Fault> {
  const { pageType, calls } = resource;
  const areas = row["x-areas"];
  if (areas && pageType === undefined)
    yield {
      pointer: "/pageType",
      reason: `is missing: which lots? There is ${areas.map((one) => `"${one}"`).join(", ")}`,
    };
  if (areas && pageType !== undefined && !areas.includes(pageType))
    yield {
      pointer: "/pageType",
      reason: `"${pageType}" is no area of "${resource.row}"${suggest(pageType, areas)}`,
    };
  if (areas) return;
  if (pageType !== undefined)
    yield { pointer: "/pageType", reason: "is for lists of lots" };
  if (calls.detail)
    yield {
      pointer: "/calls/detail",
      reason: "is served for lists of lots only",
    };
}
