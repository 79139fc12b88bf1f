/** The screens that are loaded when they are opened, or begun beside the app. */
export const loadListingPage = () => import("../workspace/list/ListingPage");
export const loadLotScreen = () => import("./LotScreen");
export const loadSignedIn = () => import("./SignedIn");
export const loadLoginPage = () => import("../identity/LoginPage");
