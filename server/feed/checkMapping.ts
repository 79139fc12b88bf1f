import { isComputed } from "../../domain/computed/rule";
import { hintFor } from "../platform/nearest";
import { escapePointer } from "../platform/pointer";
import { fault, under, type Fault, type Problem } from "../platform/problem";
import type { JsonFile } from "../platform/readJson";
import { schemaFaults } from "../platform/schemas/schemaFaults";
import type { SchemaRegistry } from "../platform/schemas/registry";
import { checkFeedField } from "./checkFeedField";
import { placeholdersOf } from "./feedAddress";
import {
  rowOfArea,
  feedNameOf,
  type FeedMapping,
  type MappedField,
} from "./feedMapping";
import { isEncoding } from "./feedText";

export type MappingSchemas = Pick<SchemaRegistry, "all" | "row">;

/** Fields of a lot that the program fills in; feeds cannot map them. */
const computedFields = new Set(
  "id lotType isUss myBid myBidAmount bidStatusId wishList auctionId makerId modelId".split(
    " ",
  ),
);

/**
 * Returns the problems of a file of feeds/; imports can use a mapping without
 * problems. `areSchemasPartial` skips the checks of fields, when some schemas
 * are missing because they are invalid.
 */
export function checkMapping(
  { file, content }: JsonFile,
  schemas: MappingSchemas,
  { areSchemasPartial = false } = {},
): Problem[] {
  const schema = schemas.all().find(({ $id }) => $id === "meta-feed");
  if (!schema) return [];
  const schemaErrors = schemaFaults({ schema, content });
  const isMapping = (_: unknown): _ is FeedMapping => schemaErrors.length === 0;
  const faults = isMapping(content)
    ? [
        ...nameFaults(content, feedNameOf(file)),
        ...encodingFaults(content),
        ...(areSchemasPartial ? [] : fieldFaults(content, schemas)),
        ...pageFaults(content),
        ...placeholderFaults(content),
      ]
    : schemaErrors;
  return faults.map((found) => ({ file, ...found }));
}

function* nameFaults({ name }: FeedMapping, fileName: string) {
  if (name !== fileName)
    yield fault("/name", "mustBeFileName", { name: fileName });
}

function* encodingFaults({ encoding }: FeedMapping): Generator<Fault> {
  if (encoding !== undefined && !isEncoding(encoding))
    yield fault("/encoding", "feedEncoding", { encoding });
}

/** Each field must exist in the row schema of one of the areas. */
function* fieldFaults(
  { areas, fields }: FeedMapping,
  schemas: MappingSchemas,
): Generator<Fault> {
  const allAreas = schemas.all().flatMap(({ "x-areas": own }) => [own].flat());
  const exists = areas.map((area) => allAreas.includes(area));
  for (const [index, area] of areas.entries())
    if (!exists[index]) yield fault(`/areas/${index}`, "feedArea", { area });
  if (exists.includes(false)) return;
  const rows = [...new Set(areas.map((area) => rowOfArea(schemas, area)))];
  const all = rows.flatMap(({ properties }) => Object.entries(properties));
  const known = new Set(all.map(([name]) => name));
  const addedUp = new Set(
    all.flatMap(([name, field]) => (isComputed(field) ? [name] : [])),
  );
  for (const [name, mapped] of Object.entries(fields)) {
    const pointer = `/fields/${escapePointer(name)}`;
    const wrong = addedUp.has(name)
      ? fault(pointer, "feedOwnField")
      : fieldFault(pointer, name, [...known]);
    if (wrong) {
      yield wrong;
      continue;
    }
    yield* pictureFaults(`${pointer}/amongPhotos`, mapped, fields);
    const reported = new Set<string>();
    for (const { properties, required = [] } of rows) {
      const field = properties[name];
      const isRequired = required.includes(name);
      for (const found of field
        ? checkFeedField(mapped, field, isRequired)
        : []) {
        if (reported.has(found.pointer)) continue;
        reported.add(found.pointer);
        yield under(pointer, found);
      }
    }
  }
  for (const { $id, required = [] } of rows)
    for (const name of required)
      if (
        !computedFields.has(name) &&
        !defaultedFields.has(name) &&
        !fields[name]
      )
        yield fault("/fields", "feedFieldMissing", { name, row: $id });
}

/** The photos of a picture and the field that decides on its place are mapped too. */
function* pictureFaults(
  pointer: string,
  { amongPhotos }: MappedField,
  fields: FeedMapping["fields"],
): Generator<Fault> {
  for (const part of ["of", "by"] as const) {
    const name = amongPhotos?.[part];
    if (name === undefined || fields[name]) continue;
    const hint = hintFor(name, Object.keys(fields));
    yield fault(`${pointer}/${part}`, "feedField", { name, hint });
  }
}

/** Required fields with a default value. */
const defaultedFields = new Set(["status"]);

function fieldFault(
  pointer: string,
  name: string,
  fields: readonly string[],
): Fault | null {
  if (computedFields.has(name)) return fault(pointer, "feedOwnField");
  if (fields.includes(name)) return null;
  const others = fields.filter((field) => !computedFields.has(field));
  return fault(pointer, "feedField", { name, hint: hintFor(name, others) });
}

/** Returns the names in braces in each of the texts below a pointer. */
const namesIn = (
  pointer: string,
  texts: Readonly<Record<string, string>> = {},
) =>
  Object.entries(texts).map(([name, text]) => ({
    pointer: `${pointer}/${escapePointer(name)}`,
    names: placeholdersOf(text),
  }));

const downloadNames = ({ download }: FeedMapping) => [
  ...namesIn("/download/query", download?.query),
  ...namesIn("/download/headers", download?.headers),
];

/** A feed with pages needs a parameter for the next page. */
function* pageFaults(mapping: FeedMapping): Generator<Fault> {
  if (!mapping.download?.pages) return;
  const names = downloadNames(mapping).flatMap((text) => text.names);
  if (names.includes("page") || names.includes("offset")) return;
  yield fault("/download/pages", "feedPages");
}

function* placeholderFaults(mapping: FeedMapping): Generator<Fault> {
  const { download, extraImages } = mapping;
  const own = Object.keys(download?.values ?? {});
  yield* unknownNames(downloadNames(mapping), [
    ...["key", "page", "offset", "size"],
    ...own,
  ]);
  if (!extraImages) return;
  const { url, headers } = extraImages;
  yield* unknownNames(
    [
      ...namesIn("/extraImages", { url }),
      ...namesIn("/extraImages/headers", headers),
    ],
    ["id", "key"],
  );
}

function* unknownNames(
  texts: ReturnType<typeof namesIn>,
  known: readonly string[],
): Generator<Fault> {
  for (const { pointer, names } of texts)
    for (const name of names)
      if (!known.includes(name))
        yield fault(pointer, "feedPlaceholder", {
          name,
          hint: hintFor(name, known),
        });
}
