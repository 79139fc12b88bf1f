import { describe, expect, it } from "vitest";
import { canBeFavorite } from "../../domain/favorites";
import { client } from "./support/declared";

const withFlag = (downloadPhotos: boolean) => ({
  ...client,
  permissions: { ...client.permissions, downloadPhotos },
});

describe("a lot for the wishlist", () => {
  it.each([
    ["a lot whose photos the viewer may download", {}, true, true],
    ["a lot of a USS house", { isUss: true }, true, false],
    ["a lot of a viewer without the right to download", {}, false, false],
    ["a lot that allows it itself", { allowDownloadPhotos: true }, false, true],
    ["a lot that forbids it", { allowDownloadPhotos: false }, true, false],
  ])("%s", (_name, lot, hasRight, expected) => {
    expect(canBeFavorite(lot, withFlag(hasRight))).toBe(expected);
  });
});
