import {
  createWords,
  refuseUnserved,
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

/** Throws ProblemsFound for a declaration that the lots cannot answer. */
export function createCatalog(context: Context, shown: Shown): Catalog {
  const { database, clock } = context;
  const words = createWords(database);
  const source = lotSource;
  refuseUnserved({ ...context, source });
  const index = sqlListingIndex({ database, source, words, clock });
  return { context, shown, lots: { database, source, words, index } };
}
