import type { MetaFeed } from "../../generated/schemas";
import { pointerOf } from "../platform/pointer";
import type { Problem } from "../platform/problem";
import { describeProblem } from "../platform/problem";
import { readJsonFolder } from "../platform/readJson";
import type { JsonFile } from "../platform/readJson";
import type { SchemaRegistry } from "../platform/schemas";
import { FeedError } from "./feedError";
import { suggestName } from "./suggestName";

/** How the rows of a feed become lots: a file of feeds/. */
export type FeedMapping = MetaFeed;
export type MappedField = FeedMapping["fields"][string];
export type FeedArea = FeedMapping["areas"][number];

type Schemas = Pick<SchemaRegistry, "row" | "validator">;

/** What the program itself says of a lot; no feed does. */
const ownFields = new Set(
  "id lotType isUss myBid myBidAmount wishList".split(" "),
);

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
  schemas: Schemas;
}): FeedMapping {
  const file = `feeds/${feed}.json`;
  const { files, problems } = readJsonFolder(root, "feeds");
  const refuse = (problem: Problem) => new FeedError(describeProblem(problem));
  const unreadable = problems.find((problem) => problem.file === file);
  if (unreadable) throw refuse(unreadable);
  const found = files.find((candidate) => candidate.file === file);
  if (!found)
    throw new FeedError(
      `There is no feed "${feed}": ${suggestName(feed, files.map(nameOf))}`,
    );
  const [problem] = checkMapping(found, schemas);
  if (problem) throw refuse(problem);
  return found.content as FeedMapping;
}

const nameOf = ({ file }: JsonFile) =>
  file.slice("feeds/".length, -".json".length);

/** What is wrong with a file of feeds/; nothing when imports can use it. */
export function checkMapping(read: JsonFile, schemas: Schemas): Problem[] {
  const { file, content } = read;
  const errors = schemas.validator("meta-feed")(content);
  if (errors.length > 0)
    return errors.map((error) => ({
      file,
      pointer: pointerOf(error),
      reason: error.message ?? "is wrong",
    }));
  const mapping = content as FeedMapping;
  const fields = Object.keys(schemas.row("lot").properties);
  const wrongFields = Object.keys(mapping.fields).flatMap((name) => {
    const reason = fieldProblem(name, fields);
    return reason === null
      ? []
      : [{ file, pointer: `/fields/${name}`, reason }];
  });
  if (mapping.name === nameOf(read)) return wrongFields;
  const reason = `must be the file's name, "${nameOf(read)}"`;
  return [{ file, pointer: "/name", reason }, ...wrongFields];
}

function fieldProblem(name: string, fields: readonly string[]): string | null {
  if (ownFields.has(name)) return "is filled by the program itself";
  if (fields.includes(name)) return null;
  const others = fields.filter((field) => !ownFields.has(field));
  return `a lot has no such field; ${suggestName(name, others)}`;
}
