export { countSavedSearches } from "./countSavedSearches";
export { countSearchesNaming } from "./countNaming";
export { registerSavedSearches } from "./routes";
export { savedSearchUses, type SavedSearchUse } from "./savedSearchUses";
