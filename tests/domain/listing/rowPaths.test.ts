import { describe, expect, it } from "vitest";
import type { Resource } from "../../../domain/resource";
import { detailRouteOf, rowPathsOf } from "../../../domain/listing/addresses";
import { resource } from "../support/declared";

const path = "/lists/cars";
const create = { method: "POST", path, body: "car" } as const;
const update = { method: "PUT", path, body: "car" } as const;
const withCalls = (
  calls: Partial<Resource["calls"]>,
  more: Partial<Resource> = {},
): Resource => ({
  ...resource,
  route: "/cars",
  key: "number",
  ...more,
  calls: { list: { path, rows: "rows", total: "total" }, ...calls },
});

describe("the pages of a row", () => {
  it("do not exist for a list alone", () => {
    expect(rowPathsOf(withCalls({}))).toEqual({});
    expect(detailRouteOf(withCalls({}))).toBeUndefined();
  });

  it("are below the list, and name the key of the row `:id`", () => {
    const cars = withCalls({
      detail: { path },
      create,
      update,
    });
    expect(detailRouteOf(cars)).toBe("/cars/:number");
    expect(rowPathsOf(cars)).toEqual({
      detail: "/cars/:id",
      create: "/cars/new",
      update: "/cars/:id/edit",
    });
  });

  it("need the detail call, to read the values to edit", () => {
    expect(rowPathsOf(withCalls({ update }))).toEqual({});
  });

  it("are below a declared address, unless it belongs to another list", () => {
    const at = (detailRoute: string) =>
      rowPathsOf(withCalls({ detail: { path } }, { detailRoute }));
    expect(at("/car/:number")).toEqual({ detail: "/car/:id" });
    expect(at("/@lotType/:lotId")).toEqual({});
  });
});
