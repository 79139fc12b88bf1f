export type {
  ChoiceLabel,
  Facets,
  FoundPage,
  ListingIndex,
} from "./listingIndex";
export type { ListingQuery } from "./narrowing";
export { readRows, type Row } from "./readRows";
export { isStored, type Condition, type RowSource } from "./rowSource";
export { sqlListingIndex } from "./sqlListingIndex";
export { createWords, type Words } from "./words";
