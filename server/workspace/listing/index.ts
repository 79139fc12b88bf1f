export { parseListQuery, parseListCall, visibleListing } from "./listingCall";
export type { ChoiceLabel, ListingIndex } from "./listingIndex";
export { readListing, type ListingReader } from "./readListing";
export { readRows, type Row } from "./readRows";
export type { Condition, RowSource } from "./rowSource";
export { sqlListingIndex } from "./sqlListingIndex";
export { withChoice } from "./withChoice";
export { createDictionaryCache } from "./dictionaryCache";
