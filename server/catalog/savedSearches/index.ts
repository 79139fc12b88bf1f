export { guardSavedSearchFields } from "./guardSavedSearchFields";
export { registerSavedSearches } from "./routes";
export { countSearchesUsing } from "./searchUses";
export { countSavedSearches } from "./viewedList";
