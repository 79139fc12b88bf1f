import type { MetaFeed } from "../../generated/schemas";
import { nearest } from "../platform/nearest";

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
