import type { Order, Resource } from "../resource";
import type { ChosenSort } from "./state";

/** The next sort when one is chosen again: ascending, descending, none. */
export function nextSort(
  current: ChosenSort | null,
  id: string,
): ChosenSort | null {
  if (current?.id !== id) return { id, order: "ASC" };
  return current.order === "ASC" ? { id, order: "DESC" } : null;
}

/** A sort of the declaration from its two texts; null when it is none. */
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
