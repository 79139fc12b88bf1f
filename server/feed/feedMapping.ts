import type { RowSchema } from "../../domain/resource";
import type { MetaFeed } from "../../generated/schemas";
import { nearest } from "../platform/nearest";
import type { SchemaRegistry } from "../platform/schemas/registry";

/** A file of feeds/, which maps the rows of a feed to lots. */
export type FeedMapping = MetaFeed;
export type MappedField = FeedMapping["fields"][string];
export type FeedArea = FeedMapping["areas"][number];

/** Returns the name of the feed whose mapping is `feeds/<name>.json`. */
export const feedNameOf = (file: string): string =>
  file.slice("feeds/".length, -".json".length);

/** Returns `did you mean "ajes"?` for a similar name, else lists the names. */
export function suggestName(name: string, names: readonly string[]): string {
  const similar = nearest(name, names);
  return similar === undefined
    ? `available: ${names.join(", ") || "none"}`
    : `did you mean "${similar}"?`;
}

/**
 * Returns the schema of an area's rows, which names the area in its `x-areas`.
 * Throws unless exactly one schema does.
 */
export function rowOfArea(
  schemas: Pick<SchemaRegistry, "all" | "row">,
  area: string,
): RowSchema {
  const ids = schemas.all().flatMap((schema) => {
    const { $id, "x-areas": areas } = schema;
    const isOfArea = Array.isArray(areas) && areas.includes(area);
    return isOfArea && typeof $id === "string" ? [$id] : [];
  });
  const [id] = ids;
  if (id === undefined || ids.length > 1)
    throw new Error(
      `Exactly one schema must name area "${area}" in its x-areas; found: ${ids.join(", ") || "none"}`,
    );
  return schemas.row(id);
}
