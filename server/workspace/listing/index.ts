export { parseListQuery, parseListCall, visibleListing } from "./listingCall";
export type { ChoiceLabel, ListingIndex } from "./listingIndex";
export {
  createListingReader,
  readListing,
  type ListingReader,
} from "./readListing";
export { readRows, type Row } from "./readRows";
export type { Condition, RowSource } from "./rowSource";
export { whereCondition } from "./whereCondition";
export { withChoice } from "./facetPlan";
