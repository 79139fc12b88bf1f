import { filterKind, formOf } from "../../../domain/listing/kinds/kinds";
import { savedType } from "../../../domain/listing/savedSearch";
import {
  filterParam,
  type Resource,
  type RowSchema,
} from "../../../domain/resource";
import type { Database } from "../../platform/database";
import { escapePointer } from "../../platform/pointer";
import type { Problem } from "../../platform/problem";
import type { DeclaredSet, Guard } from "../../workspace/declared";
import { countSearchesUsing, type SearchUse } from "./savedSearchQueries";

type LostField = { row: string; field: string; type: string; param: string };

/**
 * Makes the guard that rejects declarations which remove a field that saved
 * searches filter by, or change its type. The administrator removes the filter
 * first, so that the owners of the searches are informed.
 */
export const guardSavedSearchFields =
  (database: Pick<Database, "kysely">): Guard =>
  async (before, after) => {
    const lost = before.workspace
      .resources()
      .flatMap((resource) => lostFields(resource, before, after));
    const problems = await Promise.all(
      lost.map(async (field) => {
        const { type, param } = field;
        const named = { type, params: [param], sorts: [] };
        return problemOf(field, await countSearchesUsing(database, named));
      }),
    );
    return problems.filter((problem) => problem !== null);
  };

function lostFields(
  resource: Resource,
  before: DeclaredSet,
  after: DeclaredSet,
): LostField[] {
  const { row, filters } = resource;
  const hasRow = after.schemas.all().some(({ $id }) => $id === row);
  if (!hasRow) return [];
  // Searches keep the values of a filter as texts, whose notation depends on this.
  const notation = (schema: RowSchema, filter: Resource["filters"][number]) => {
    const field = schema.properties[filter.field];
    if (!field) return undefined;
    return filter.kind ?? formOf(filterKind(field, filter));
  };
  const next = after.workspace
    .resources()
    .find(({ name }) => name === resource.name);
  const nextOf = (filter: Resource["filters"][number]) =>
    next?.filters.find((other) => filterParam(other) === filterParam(filter)) ??
    filter;
  const [oldRow, newRow] = [before.schemas.row(row), after.schemas.row(row)];
  return filters
    .filter(
      (filter) => notation(oldRow, filter) !== notation(newRow, nextOf(filter)),
    )
    .map((filter) => ({
      row,
      field: filter.field,
      type: savedType(resource),
      param: filterParam(filter),
    }));
}

function problemOf(
  { row, field }: LostField,
  { searches, users }: SearchUse,
): Problem | null {
  if (searches === 0) return null;
  const owners = users === 1 ? "1 user" : `${users} users`;
  const use =
    searches === 1
      ? `1 saved search of ${owners} filters by this field`
      : `${searches} saved searches of ${owners} filter by this field`;
  return {
    file: `schemas/${row}.json`,
    pointer: `/properties/${escapePointer(field)}`,
    reason: `${use}; remove the filter from the list first, so that its users are informed`,
  };
}
