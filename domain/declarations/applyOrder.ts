import type { Change } from "./document";
import { isSame, type Json } from "./json";
import { keyedList } from "./keyedList";

/**
 * The list in the order that the change says; entries that it does not name
 * keep their places. Null where the list stands in neither of its orders.
 */
export function applyOrder(
  value: Json,
  { before, after }: Pick<Change, "before" | "after">,
): Json | null {
  const list = keyedList(value);
  if (!list) return null;
  const entries = new Map(list);
  const present = (order: unknown): string[] =>
    Array.isArray(order)
      ? order.filter((key): key is string => entries.has(String(key)))
      : [];
  const wanted = present(after);
  const named = new Set(wanted);
  const now = [...entries.keys()].filter((key) => named.has(key));
  if (isSame(now, wanted)) return list.map(([, entry]) => entry);
  if (!isSame(now, present(before))) return null;
  const next = wanted.values();
  return list.flatMap(([key, entry]) => {
    if (!named.has(key)) return [entry];
    const moved = entries.get(next.next().value ?? key);
    return moved ? [moved] : [];
  });
}
