import type { MetaFeed as FeedMapping } from "../../generated/schemas";
import { suggest } from "../platform/nearest";
import { escapePointer } from "../platform/pointer";
import type { Fault, Problem } from "../platform/problem";
import type { JsonFile } from "../platform/readJson";
import { rowOfArea } from "../platform/schemas/rowOfArea";
import { schemaFaults } from "../platform/schemas/schemaFaults";
import type { SchemaRegistry } from "../platform/schemas/registry";
import { checkFeedField } from "./checkFeedField";
import { feedNameOf } from "./feedName";
import { isEncoding } from "./feedText";
import { placeholdersOf } from "./fillIn";
import { suggestName } from "./suggestName";

export type MappingSchemas = Pick<SchemaRegistry, "all" | "row">;

/** What the program itself says of a lot; no feed does. */
const ownFields = new Set(
  "id lotType isUss myBid myBidAmount bidStatusId wishList auctionId makerId modelId".split(
    " ",
  ),
);

/**
 * What is wrong with a file of feeds/; nothing when imports can use it. Where
 * schemas are wrong and left out, fields are not judged.
 */
export function checkMapping(
  { file, content }: JsonFile,
  schemas: MappingSchemas,
  { areSchemasPartial = false } = {},
): Problem[] {
  const schema = schemas.all().find(({ $id }) => $id === "meta-feed");
  if (!schema) return [];
  const broken = schemaFaults({ schema, content });
  const isWhole = (_: unknown): _ is FeedMapping => broken.length === 0;
  const faults = isWhole(content)
    ? [
        ...nameFaults(content, feedNameOf(file)),
        ...encodingFaults(content),
        ...(areSchemasPartial ? [] : fieldFaults(content, schemas)),
        ...pageFaults(content),
        ...placeholderFaults(content),
      ]
    : broken;
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
  const named = schemas.all().flatMap(({ "x-areas": own }) => [own].flat());
  const isNamed = areas.map((area) => named.includes(area));
  for (const [index, area] of areas.entries())
    if (!isNamed[index])
      yield {
        pointer: `/areas/${index}`,
        reason: `no schema has "${area}" among its x-areas`,
      };
  if (isNamed.includes(false)) return;
  const rows = [...new Set(areas.map((area) => rowOfArea(schemas, area)))];
  const known = new Set(
    rows.flatMap(({ properties }) => Object.keys(properties)),
  );
  for (const [name, mapped] of Object.entries(fields)) {
    const pointer = `/fields/${escapePointer(name)}`;
    const reason = fieldProblem(name, [...known]);
    if (reason !== null) yield { pointer, reason };
    if (reason !== null) continue;
    const told = new Set<string>();
    for (const { properties } of rows) {
      const field = properties[name];
      for (const fault of field ? checkFeedField(mapped, field) : []) {
        if (told.has(fault.pointer)) continue;
        told.add(fault.pointer);
        yield { ...fault, pointer: `${pointer}${fault.pointer}` };
      }
    }
  }
  for (const { $id, required = [] } of rows)
    for (const name of required)
      if (!ownFields.has(name) && !filledAnyway.has(name) && !fields[name])
        yield {
          pointer: "/fields",
          reason: `"${name}" is missing, which every ${$id} has`,
        };
}

/** What a lot gets where its feed says nothing. */
const filledAnyway = new Set(["status"]);

function fieldProblem(name: string, fields: readonly string[]): string | null {
  if (ownFields.has(name)) return "is filled by the program itself";
  if (fields.includes(name)) return null;
  const others = fields.filter((field) => !ownFields.has(field));
  return `a lot has no such field; ${suggestName(name, others)}`;
}

const placed = ["query", "headers"] as const;

function textsOf({ download }: FeedMapping) {
  return placed.flatMap((part) =>
    Object.entries(download?.[part] ?? {}).map(([name, text]) => ({
      pointer: `/download/${part}/${escapePointer(name)}`,
      names: placeholdersOf(text),
    })),
  );
}

/** A feed in pages is to be asked for the next one. */
function* pageFaults(mapping: FeedMapping): Generator<Fault> {
  if (!mapping.download?.pages) return;
  const names = textsOf(mapping).flatMap((text) => text.names);
  if (names.includes("page") || names.includes("offset")) return;
  yield {
    pointer: "/download/pages",
    reason: "nothing asks for the next page: {page} or {offset} is missing",
  };
}

function* placeholderFaults(mapping: FeedMapping): Generator<Fault> {
  const own = Object.keys(mapping.download?.values ?? {});
  const known = ["key", "page", "offset", "size", ...own];
  for (const { pointer, names } of textsOf(mapping))
    for (const name of names)
      if (!known.includes(name))
        yield {
          pointer,
          reason: `nothing stands for {${name}}${suggest(name, known)}`,
        };
}
