import { sql } from "kysely";
import type { Viewer } from "../../../domain/access";
import type { ListingState } from "../../../domain/listing/state";
import {
  filterId,
  type Resource,
  type RowSchema,
} from "../../../domain/resource";
import { filterCondition } from "./filterCondition";
import { fieldOf, type Condition, type RowSource } from "./rowSource";
import { searchCondition } from "./searchCondition";

/** What a viewer asks of a list, already cut to what the viewer may see. */
export type ListingQuery = {
  resource: Resource;
  row: RowSchema;
  state: Pick<ListingState, "filters" | "search">;
  viewer: Viewer;
  /** Whose rows there are, where that is another than who sees the parts. */
  scopeViewer?: Viewer | undefined;
};

/** Stands for the quick search among the ids of chosen filters. */
const searchName = "?search";

/** The conditions of a query by name, so that a facet can leave some out. */
export type Narrowing = {
  scope: Condition;
  chosen: ReadonlyMap<string, Condition>;
};

export function narrowingOf(source: RowSource, query: ListingQuery): Narrowing {
  const { resource, row, state } = query;
  const viewer = query.scopeViewer ?? query.viewer;
  const chosen = new Map<string, Condition>();
  for (const filter of resource.filters) {
    const value = state.filters[filterId(filter)];
    if (!value) continue;
    const field = fieldOf(row, filter.field);
    chosen.set(
      filterId(filter),
      filterCondition({ source, filter, field }, value),
    );
  }
  const search =
    state.search && searchCondition({ source, resource, row }, state.search);
  if (search) chosen.set(searchName, search);
  return { scope: source.scope({ resource, viewer }), chosen };
}

/** The rows of the scope that keep the named conditions, by default all. */
export function conditionOf(
  narrowing: Narrowing,
  names: Iterable<string> = narrowing.chosen.keys(),
): Condition {
  const kept = [...names].flatMap((name) => narrowing.chosen.get(name) ?? []);
  return sql.join([narrowing.scope, ...kept], sql` and `);
}
