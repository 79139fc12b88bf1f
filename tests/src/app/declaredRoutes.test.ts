import { describe, expect, it } from "vitest";
import { isDeclaredRoute } from "../../../src/app/declaredRoutes";

const routes = ["/", "/car-auction", "/bids"];

describe("an address", () => {
  it.each(["/", "/bids", "/car-auction/12"])(
    "is that of some viewer's list, or of a row of it: %s",
    (pathname) => {
      expect(isDeclaredRoute(routes, pathname)).toBe(true);
    },
  );

  it.each(["/car-auctions", "/bid", "/nowhere"])(
    "is nobody's: %s",
    (pathname) => {
      expect(isDeclaredRoute(routes, pathname)).toBe(false);
    },
  );
});
