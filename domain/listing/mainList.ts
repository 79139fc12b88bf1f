import type { Resource } from "../resource";

/**
 * Returns whether a list shows all lots of its page type: it is served at
 * `/{pageType}/listing`. Other lists of a page type show some of its lots, by a fixed
 * condition that browsers do not receive.
 */
export const isMainList = ({
  pageType,
  calls,
}: Pick<Resource, "pageType" | "calls">): boolean =>
  pageType !== undefined && calls.list.path === `/${pageType}/listing`;

/**
 * Returns the list to which links to lots of a page type lead: its main list, or the
 * first of `lists` if the viewer has no main list.
 */
export function listOfPageType<
  List extends Pick<Resource, "pageType" | "calls">,
>(lists: readonly List[], pageType: unknown): List | undefined {
  const ofType = lists.filter(
    (list) => list.pageType !== undefined && list.pageType === pageType,
  );
  return ofType.find(isMainList) ?? ofType[0];
}
