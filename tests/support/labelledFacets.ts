import { labelFound, type ListingReader } from "../../server/workspace/listing";

type Found = Parameters<typeof labelFound>[1];
type Options = Parameters<typeof labelFound>[2];

/** Returns the facets of the wanted filters with labels, by default of all. */
export async function labelledFacets(
  reader: ListingReader,
  query: Found["query"],
  options: Options,
) {
  const found = await reader.index.find(
    { ...query, source: reader.source },
    { facets: options.wanted ?? "all", isLeadingEnough: true },
  );
  return labelFound(reader, { query, found }, options);
}
