export { countSavedSearches } from "./countSavedSearches";
export { countSearchesNaming } from "./countNaming";
export { keepSearched } from "./keepSearched";
export { registerSavedSearches } from "./routes";
export { savedSearchUses } from "./savedSearchUses";
