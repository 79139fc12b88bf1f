export type {
  ChoiceLabel,
  Facets,
  FoundPage,
  ListingIndex,
} from "./listingIndex";
export { readListingCall } from "./listingCall";
export type { ListingQuery } from "./narrowing";
export { readListing, type ListingReader } from "./readListing";
export { readRows, type Row } from "./readRows";
export { isStored, type Condition, type RowSource } from "./rowSource";
export { sqlListingIndex } from "./sqlListingIndex";
export { withChoice } from "./withChoice";
export { createWords, type Words } from "./words";
