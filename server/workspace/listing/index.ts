export {
  scopeSql,
  tableSource,
  type Condition,
  type FieldStorage,
  type RowSource,
  type Scope,
} from "./source/rowSource";
export {
  createDictionaryCache,
  type DictionaryCache,
} from "./source/dictionaryCache";
export { likePattern, whereConditions } from "./query/conditions";
export { facetCounting, withChoice, withValues } from "./query/facetPlan";
export {
  cutToViewer,
  parseListCall,
  parseListQuery,
  visibleListing,
  type ListingCall,
} from "./query/listingCall";
export { isCounted, type ListingIndex } from "./query/listingIndex";
export { listingOrder } from "./query/listingOrder";
export { conditionOf, narrowingOf, tablePlace } from "./query/narrowing";
export { findShownWords } from "./query/shownWords";
export { createListingIndex } from "./sql/sqlListingIndex";
export {
  readRows,
  readVersions,
  type ComputeFields,
  type Row,
} from "./rows/readRows";
export { withFormulas } from "../computed/formulaSql";
export { readComputed } from "../computed/readComputed";
export type { ChoiceLabel, CompareLabels } from "./reply/facetOptions";
export { labelFound, labelledChoices } from "./reply/facets";
export {
  countTabs,
  createListingReader,
  freshReader,
  readListing,
  type Freshness,
  type ListingReader,
} from "./reply/readListing";
