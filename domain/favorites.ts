import { hasFlag, type Viewer } from "./access";

/** The groups of a wishlist, of which every user has all. */
export const favoriteGroups = ["A", "B", "C", "D", "E"] as const;

/** Lots in one group of a user. */
export const mostFavorites = 1_000;

/**
 * Returns whether the viewer may put a lot into a wishlist: lots of USS houses may not
 * be collected, and neither may any lot whose photos the viewer may not download. A
 * lot says so itself; rows of lists leave it to the viewer's permission.
 */
export const canBeFavorite = (
  lot: { isUss?: unknown; allowDownloadPhotos?: boolean | undefined },
  viewer: Viewer,
): boolean =>
  (lot.allowDownloadPhotos ?? hasFlag(viewer, "downloadPhotos")) &&
  lot.isUss !== true;
