import type { Problem } from "../platform/problem";
import { describeProblem } from "../platform/problem";
import { readJsonFolder } from "../platform/readJson";
import { checkMapping } from "./checkMapping";
import type { MappingSchemas } from "./checkMapping";
import { FeedError } from "./feedError";
import { feedNameOf } from "./feedName";
import type { FeedMapping } from "./mappedField";
import { suggestName } from "./suggestName";

export type { FeedMapping, MappedField } from "./mappedField";
export type FeedArea = FeedMapping["areas"][number];

/**
 * The mapping of a feed, read anew, so that an edited one acts at once. Throws
 * FeedError with the nearest name when there is no such feed, and with file,
 * pointer and reason when its mapping cannot be used.
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
  const refuse = (problem: Problem) => new FeedError(describeProblem(problem));
  const unreadable = problems.find((problem) => problem.file === file);
  if (unreadable) throw refuse(unreadable);
  const found = files.find((candidate) => candidate.file === file);
  const names = files.map((candidate) => feedNameOf(candidate.file));
  if (!found)
    throw new FeedError(
      `There is no feed "${feed}": ${suggestName(feed, names)}`,
    );
  const [problem] = checkMapping(found, schemas);
  if (problem) throw refuse(problem);
  return found.content as FeedMapping;
}
