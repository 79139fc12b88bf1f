import type { ChangeNumber, ListingIndex } from "./listingIndex";
import type { ListingReader } from "./readListing";

/** The change numbers that a reader sends and gets with a list. */
export type Freshness = {
  /** The highest change number that the client has seen. */
  atLeast: ChangeNumber | undefined;
  /** Called with the number up to which a reply includes all changes. */
  onVersion: (version: ChangeNumber) => void;
};

/** Returns a reader whose lists include every change that the client has seen. */
export const freshReader = (
  reader: ListingReader,
  { atLeast, onVersion }: Freshness,
): ListingReader => {
  const { index } = reader;
  const find: ListingIndex["find"] = async (query, asked) => {
    const found = await index.find(query, { ...asked, atLeast });
    onVersion(found.version);
    return found;
  };
  return { ...reader, index: { ...index, find } };
};
