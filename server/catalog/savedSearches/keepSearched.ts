import { filterKind } from "../../../domain/listing/filterKind";
import {
  filterParam,
  type Resource,
  type RowSchema,
} from "../../../domain/resource";
import type { Database } from "../../platform/database";
import { escapePointer } from "../../platform/pointer";
import type { Problem } from "../../platform/problem";
import type { DeclaredSet, Guard } from "../../workspace/declared";
import { savedSearchUses, type SavedSearchUse } from "./savedSearchUses";

type Lost = { row: string; field: string; type: string; param: string };

/**
 * Refuses declarations without a field that saved searches filter by, or with
 * one of another type: a filter is taken away first, so that their users are
 * told what is no longer there.
 */
export const keepSearched =
  (database: Pick<Database, "kysely">): Guard =>
  async (before, after) => {
    const lost = before.workspace
      .resources()
      .flatMap((resource) => lostFields(resource, before, after));
    if (lost.length === 0) return [];
    const types = [...new Set(lost.map(({ type }) => type))];
    const uses = await savedSearchUses(database, { types });
    return lost.flatMap((one) => {
      const use = uses.find(
        ({ type, param }) => type === one.type && param === one.param,
      );
      return use ? [problemOf(one, use)] : [];
    });
  };

function lostFields(
  { name, pageType, row, filters }: Resource,
  before: DeclaredSet,
  after: DeclaredSet,
): Lost[] {
  const isKept = after.schemas.all().some(({ $id }) => $id === row);
  if (!isKept) return [];
  const kind = (schema: RowSchema, filter: Resource["filters"][number]) => {
    const field = schema.properties[filter.field];
    return field && filterKind(field, filter).kind;
  };
  const [was, is] = [before.schemas.row(row), after.schemas.row(row)];
  return filters
    .filter((filter) => kind(was, filter) !== kind(is, filter))
    .map((filter) => ({
      row,
      field: filter.field,
      type: pageType ?? name,
      param: filterParam(filter),
    }));
}

function problemOf({ row, field }: Lost, use: SavedSearchUse): Problem {
  const { searches, users } = use;
  const whose = users === 1 ? "1 user" : `${users} users`;
  const standing =
    searches === 1
      ? `1 saved search of ${whose} filters by it`
      : `${searches} saved searches of ${whose} filter by it`;
  return {
    file: `schemas/${row}.json`,
    pointer: `/properties/${escapePointer(field)}`,
    reason: `${standing}; take its filter away first, so that they are told`,
  };
}
