import { renderHook } from "@testing-library/react";
import { memoryStore, StoreContextProvider } from "ra-core";
import type { ReactNode } from "react";
import { expect, it } from "vitest";
import type { Resource } from "../../../../domain/resource";
import { ListQueryProvider } from "../../../../src/workspace/listing/ListingContext";
import { useView } from "../../../../src/workspace/listing/useView";
import { ports } from "../ports";

const query = {
  state: { filters: {}, search: null, sort: null, page: 1, pageSize: 20 },
  dropped: [],
  change: () => undefined,
  dismissDropped: () => undefined,
};

/** Returns the view of a list for a person who last chose the grid. */
function viewOf(views: Resource["views"]) {
  const store = memoryStore({ "ports.view": "grid" });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <StoreContextProvider value={store}>
      <ListQueryProvider value={query}>{children}</ListQueryProvider>
    </StoreContextProvider>
  );
  return renderHook(() => useView({ ...ports, views }), { wrapper }).result
    .current[0];
}

it("keeps the last chosen view as long as the list offers it", () => {
  expect(viewOf(["default", "card", "grid"])).toBe("grid");
  expect(viewOf(["card", "default"])).toBe("card");
});
