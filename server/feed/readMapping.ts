import type { Problem } from "../platform/problem";
import { describeProblem } from "../platform/problem";
import { readJsonFolder } from "../platform/readJson";
import { checkMapping } from "./checkMapping";
import type { MappingSchemas } from "./checkMapping";
import { FeedError } from "./feedError";
import { feedNameOf, suggestName } from "./feedMapping";
import type { FeedArea, FeedMapping } from "./feedMapping";

/**
 * Reads the mapping of a feed from its file, so that an edit takes effect with
 * the next import. Throws FeedError for an unknown feed, with the most similar
 * name, and for an invalid mapping, with file, pointer and reason.
 */
export function readMapping({
  root,
  feed,
  schemas,
}: {
  root: string;
  feed: string;
  schemas: MappingSchemas;
}): FeedMapping {
  const file = `feeds/${feed}.json`;
  const { files, problems } = readJsonFolder(root, "feeds");
  const invalid = (problem: Problem) => new FeedError(describeProblem(problem));
  const unreadable = problems.find((problem) => problem.file === file);
  if (unreadable) throw invalid(unreadable);
  const found = files.find((candidate) => candidate.file === file);
  const names = files.map((candidate) => feedNameOf(candidate.file));
  if (!found)
    throw new FeedError(`Unknown feed "${feed}": ${suggestName(feed, names)}`);
  const [problem] = checkMapping(found, schemas);
  if (problem) throw invalid(problem);
  return found.content as FeedMapping;
}

/** Returns the named area. Throws FeedError if the feed does not fill it. */
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
