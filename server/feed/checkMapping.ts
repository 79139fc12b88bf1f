import type { MetaFeed as FeedMapping } from "../../generated/schemas";
import { escapePointer, pointerOf } from "../platform/pointer";
import type { Problem } from "../platform/problem";
import type { JsonFile } from "../platform/readJson";
import { rowOfArea } from "../platform/rowOfArea";
import type { SchemaRegistry } from "../platform/schemas";
import { feedNameOf } from "./feedName";
import { isEncoding } from "./feedText";
import { placeholdersOf } from "./fillIn";
import { suggestName } from "./suggestName";

export type MappingSchemas = Pick<SchemaRegistry, "all" | "row" | "validator">;

type Fault = { pointer: string; reason: string };

/** What the program itself says of a lot; no feed does. */
const ownFields = new Set(
  "id lotType isUss myBid myBidAmount bidStatusId wishList auctionId makerId modelId".split(
    " ",
  ),
);

/** What is wrong with a file of feeds/; nothing when imports can use it. */
export function checkMapping(
  { file, content }: JsonFile,
  schemas: MappingSchemas,
): Problem[] {
  const errors = schemas.validator("meta-feed")(content);
  if (errors.length > 0)
    return errors.map((error) => ({
      file,
      pointer: pointerOf(error),
      reason: error.message ?? "is wrong",
    }));
  const mapping = content as FeedMapping;
  const faults = [
    ...nameFaults(mapping, feedNameOf(file)),
    ...encodingFaults(mapping),
    ...fieldFaults(mapping, schemas),
    ...takeFaults(mapping),
    ...placeholderFaults(mapping),
  ];
  return faults.map((fault) => ({ file, ...fault }));
}

function* nameFaults({ name }: FeedMapping, fileName: string) {
  if (name === fileName) return;
  const reason = `must be the file's name, "${fileName}"`;
  yield { pointer: "/name", reason };
}

function* encodingFaults({ encoding }: FeedMapping): Generator<Fault> {
  if (encoding === undefined || isEncoding(encoding)) return;
  yield { pointer: "/encoding", reason: `there is no encoding "${encoding}"` };
}

/** A field is to be known in one of the areas that the feed fills. */
function* fieldFaults(
  { areas, fields }: FeedMapping,
  schemas: MappingSchemas,
): Generator<Fault> {
  const known = new Set(
    areas.flatMap((area) => Object.keys(rowOfArea(schemas, area).properties)),
  );
  for (const name of Object.keys(fields)) {
    const reason = fieldProblem(name, [...known]);
    if (reason !== null) yield { pointer: `/fields/${name}`, reason };
  }
}

function fieldProblem(name: string, fields: readonly string[]): string | null {
  if (ownFields.has(name)) return "is filled by the program itself";
  if (fields.includes(name)) return null;
  const others = fields.filter((field) => !ownFields.has(field));
  return `a lot has no such field; ${suggestName(name, others)}`;
}

function* takeFaults({ fields }: FeedMapping): Generator<Fault> {
  for (const [name, { take }] of Object.entries(fields)) {
    if (take === undefined) continue;
    const pointer = `/fields/${name}/take`;
    try {
      new RegExp(take, "u");
    } catch {
      yield { pointer, reason: "is no regular expression" };
      continue;
    }
    if (!/\((?!\?)/.test(take)) yield { pointer, reason: "has no group" };
  }
}

function* placeholderFaults({ download }: FeedMapping): Generator<Fault> {
  const own = Object.keys(download?.values ?? {});
  const known = ["key", "page", "offset", "size", ...own];
  for (const part of ["query", "headers"] as const)
    for (const [name, text] of Object.entries(download?.[part] ?? {}))
      for (const placeholder of placeholdersOf(text))
        if (!known.includes(placeholder))
          yield {
            pointer: `/download/${part}/${escapePointer(name)}`,
            reason: `nothing stands for {${placeholder}}; ${suggestName(placeholder, known)}`,
          };
}
