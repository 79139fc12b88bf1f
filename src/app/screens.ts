import { preloadable } from "./preloadable";

/** Screens of the signed-in app that can be the first, with their preloaders. */
export const [ListingPage, preloadListing] = preloadable(
  () => import("../workspace/page/ListingPage"),
);
export const [LotScreen, preloadLot] = preloadable(() => import("./LotScreen"));
export const [ProfilePage, preloadProfile] = preloadable(
  () => import("../identity/ProfilePage"),
);
