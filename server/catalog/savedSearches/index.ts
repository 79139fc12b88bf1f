export { countSavedSearches } from "./countSavedSearches";
export { registerSavedSearches } from "./routes";
export { savedSearchUses, type SavedSearchUse } from "./savedSearchUses";
