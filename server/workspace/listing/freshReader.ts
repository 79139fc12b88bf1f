import {
  numberOf,
  ofAllTopics,
  type KnownChanges,
} from "../../platform/changes";
import type { ChangeNumber, ListingIndex } from "./listingIndex";
import type { ListingReader } from "./readListing";

/** The change numbers that a reader sends and gets with a list. */
export type Freshness = {
  /** The change numbers that the client has seen. */
  known: KnownChanges;
  /** Called with the number up to which a reply includes all changes. */
  onVersion: (version: ChangeNumber) => void;
};

/** Returns a reader whose lists include every change that the client has seen. */
export const freshReader = (
  reader: ListingReader,
  { known, onVersion }: Freshness,
): ListingReader => {
  const { index } = reader;
  const find: ListingIndex["find"] = async (query, asked) => {
    const { source } = query;
    // Fields that depend on the viewer may read rows of other topics.
    const topic = source.fieldsFor ? undefined : source.changes?.topic;
    const atLeast = numberOf(known, topic);
    const found = await index.find(query, { ...asked, atLeast });
    // An own write has a number, but earlier transactions may still be open.
    onVersion(highest(found.version, numberOf(known, ofAllTopics)));
    return { ...found, version: highest(found.version, atLeast) };
  };
  return { ...reader, index: { ...index, find } };
};

const highest = (left: ChangeNumber, right: ChangeNumber): ChangeNumber =>
  left > right ? left : right;
