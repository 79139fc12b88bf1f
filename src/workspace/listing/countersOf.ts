import type { Resource } from "../../../domain/resource";
import type { BidListReply } from "../../../generated/schemas";

type Counters = BidListReply["counters"];

/** The counters of the tabs, from where the declaration says the reply has them. */
export function countersOf(
  resource: Resource,
  reply: unknown,
): ReadonlyMap<string, number> {
  const path = resource.calls.list.counters;
  if (!path || typeof reply !== "object" || reply === null) return new Map();
  const counters: unknown = (reply as Record<string, unknown>)[path];
  return Array.isArray(counters)
    ? new Map(
        (counters as Counters).map(({ status, count }) => [status, count]),
      )
    : new Map();
}
