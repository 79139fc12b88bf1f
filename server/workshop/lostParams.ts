import { filterKind } from "../../domain/listing/filterKind";
import {
  filterParam,
  type Resource,
  type RowSchema,
} from "../../domain/resource";
import type { DeclaredSet } from "../workspace/declared";

/** What of a list's addresses stops working by an edit. */
export type Lost = {
  urls: { param: string; reason: string }[];
  params: string[];
  sorts: string[];
};

/** The parameters and sorts of the list's URL that are gone after an edit. */
export function lostParams(
  before: DeclaredSet,
  after: DeclaredSet,
  name: string,
): Lost {
  const was = before.workspace.resource(name);
  const is = after.workspace.resource(name);
  const kinds = (resource: Resource, row: RowSchema) =>
    new Map(
      resource.filters.map((filter) => {
        const field = row.properties[filter.field];
        return [filterParam(filter), field && filterKind(field, filter).kind];
      }),
    );
  const old = kinds(was, before.schemas.row(was.row));
  const next = kinds(is, after.schemas.row(is.row));
  const gone = [...old.keys()].filter((param) => !next.has(param));
  const other = [...old].flatMap(([param, kind]) =>
    next.has(param) && next.get(param) !== kind ? [param] : [],
  );
  const search =
    was.search && was.search.param !== is.search?.param
      ? [was.search.param]
      : [];
  const ids = new Set(is.sorts.map(({ id }) => id));
  const sorts = was.sorts.flatMap(({ id }) => (ids.has(id) ? [] : [id]));
  return {
    params: [...gone, ...other, ...search],
    sorts,
    urls: [
      ...gone.map((param) => ({ param, reason: "its filter is gone" })),
      ...other.map((param) => ({ param, reason: "its values are others" })),
      ...search.map((param) => ({ param, reason: "the quick search is gone" })),
      ...sorts.map((id) => ({ param: "sort", reason: `"${id}" is gone` })),
    ],
  };
}
