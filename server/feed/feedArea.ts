import { FeedError } from "./feedError";
import type { FeedArea, FeedMapping } from "./feedMapping";
import { suggestName } from "./suggestName";

/** The area by its name. Throws FeedError when the feed may not fill it. */
export function checkArea(
  name: string,
  { name: feed, areas }: FeedMapping,
): FeedArea {
  const area = areas.find((candidate) => candidate === name);
  if (area !== undefined) return area;
  throw new FeedError(
    `Feed "${feed}" does not fill an area "${name}": ${suggestName(name, areas)}`,
  );
}
