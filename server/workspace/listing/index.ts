export { parseListQuery, parseListCall, visibleListing } from "./listingCall";
export type { ChoiceLabel } from "./facetOptions";
export { labelledChoices, labelledFacets } from "./facets";
export { createListingIndex } from "./indexRouter";
export type { ListingIndex } from "./listingIndex";
export {
  createListingReader,
  readListing,
  type ListingReader,
} from "./readListing";
export { readRows, type Row } from "./readRows";
export type { Condition, RowSource, Scope } from "./rowSource";
export { scopeSql } from "./scopeSql";
export { whereCondition } from "./whereCondition";
export { withChoice } from "./facetPlan";
export { conditionOf, narrowingOf } from "./narrowing";
