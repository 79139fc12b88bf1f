import type { Order, Resource } from "../resource";
import type { ChosenSort } from "./state";

/** Returns the next sort after a click: ascending, descending, then none. */
export function nextSort(
  current: ChosenSort | null,
  id: string,
): ChosenSort | null {
  if (current?.id !== id) return { id, order: "ASC" };
  return current.order === "ASC" ? { id, order: "DESC" } : null;
}

/** Returns the sort with this id and order, or null if it is not declared. */
export function readSort(
  resource: Resource,
  id: string | null,
  order: string | null,
): ChosenSort | null {
  if (!resource.sorts.some((sort) => sort.id === id) || id === null)
    return null;
  const upper = (order ?? "ASC").toUpperCase();
  return isOrder(upper) ? { id, order: upper } : null;
}

const isOrder = (text: string): text is Order =>
  text === "ASC" || text === "DESC";
