import {
  createDictionaryCache,
  sqlListingIndex,
  type ListingReader,
} from "../workspace/listing";
import type { Context } from "../workspace/context";
import { lotSource } from "./lotSource";
import type { Shown } from "./shown";

/** What the catalog's use cases work with. */
export type Catalog = {
  context: Context;
  lots: ListingReader;
  shown: Shown;
};

export function createCatalog(context: Context, shown: Shown): Catalog {
  const { database, clock } = context;
  const dictionaries = createDictionaryCache(database);
  const source = lotSource;
  const index = sqlListingIndex({ database, source, dictionaries, clock });
  return { context, shown, lots: { database, source, dictionaries, index } };
}
