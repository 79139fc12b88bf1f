import { renderHook } from "@testing-library/react";
import { memoryStore, StoreContextProvider } from "ra-core";
import type { ReactNode } from "react";
import { expect, it } from "vitest";
import type { Resource } from "../../../../domain/resource";
import carAuction from "../../../../resources/car-auction.json";
import { useView } from "../../../../src/workspace/page/ViewModes";

const cars = carAuction as Resource;

/** The view of a list with these ways, by one who once chose the grid. */
function viewOf(views: Resource["views"]) {
  const store = memoryStore({ "car-auction.view": "grid" });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <StoreContextProvider value={store}>{children}</StoreContextProvider>
  );
  return renderHook(() => useView({ ...cars, views }), { wrapper }).result
    .current[0];
}

it("shows a list as it was last chosen, if that is still one of its ways", () => {
  expect(viewOf(["default", "card", "grid"])).toBe("grid");
  expect(viewOf(["card", "default"])).toBe("card");
});
