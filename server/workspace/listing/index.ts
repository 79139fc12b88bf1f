export { readListingCall } from "./listingCall";
export type { ChoiceLabel, ListingIndex } from "./listingIndex";
export { readListing, type ListingReader } from "./readListing";
export { readRows, type Row } from "./readRows";
export { refuseUnserved } from "./refuseUnserved";
export type { Condition, RowSource } from "./rowSource";
export { sqlListingIndex } from "./sqlListingIndex";
export { withChoice } from "./withChoice";
export { createWords } from "./words";
