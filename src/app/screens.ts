/** Screens of the signed-in app, loaded when opened or begun beside it. */
export const loadListingPage = () => import("../workspace/page/ListingPage");
export const loadLotScreen = () => import("./LotScreen");
