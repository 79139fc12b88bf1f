export {
  parseListQuery,
  parseListCall,
  visibleListing,
  type ListingCall,
} from "./listingCall";
export { likePattern } from "./filterParts";
export type { ChoiceLabel, CompareLabels } from "./facetOptions";
export { labelFound, labelledChoices, labelledFacets } from "./facets";
export { createDictionaryCache, type DictionaryCache } from "./dictionaryCache";
export { freshReader, type Freshness } from "./freshReader";
export { createListingIndex } from "./indexRouter";
export { isCounted, type Found, type ListingIndex } from "./listingIndex";
export {
  createListingReader,
  readListing,
  type ListingReader,
} from "./readListing";
export { readRows, type ComputeFields, type Row } from "./readRows";
export type { Condition, RowSource, Scope } from "./rowSource";
export { scopeSql } from "./scopeSql";
export { findShownWords } from "./shownWords";
export { tableSource } from "./tableSource";
export { readByViewers } from "./readByViewers";
export { whereConditions } from "./whereConditions";
export { withChoice } from "./facetPlan";
export { conditionOf, narrowingOf } from "./narrowing";
