import { dayOf } from "../../../domain/timeline";
import type { Resource } from "../../../domain/resource";
import { useRowHistory } from "../history/useRowHistory";

/**
 * Returns a function that gives the day of a field before its last change, as far as the page
 * has read the history of the row; null without such a change or without the history call.
 */
export function useFormerDays(
  resource: Resource,
  id: string,
): (name: string | undefined) => string | null {
  const isNeeded = (resource.timelines ?? []).some(({ steps }) =>
    steps.some(({ planned }) => planned !== undefined),
  );
  const { data } = useRowHistory(resource, id, isNeeded);
  const changes = data?.pages.flatMap(({ history }) => history) ?? [];
  return (name) => {
    for (const { before, after } of changes) {
      const former = dayOf(before ?? {}, name);
      if (former !== null && former !== dayOf(after ?? {}, name)) return former;
    }
    return null;
  };
}
