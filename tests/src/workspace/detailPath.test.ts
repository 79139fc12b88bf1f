import { describe, expect, it } from "vitest";
import type { Resource } from "../../../domain/resource";
import { detailPath } from "../../../src/workspace/detailPath";
import { ports } from "./ports";

const cars: Resource = {
  ...ports,
  route: "/car-auction",
  detailRoute: "/car-auction/:id",
  pageType: "auction",
};
const bids: Resource = { ...ports, detailRoute: "/@lotType/:id" };
const resources = [cars, bids];

describe("the path of a row", () => {
  it("is the lot page of its list", () => {
    expect(detailPath({ resource: cars, resources, row: { id: "12" } })).toBe(
      "/car-auction/12",
    );
  });

  it("is the lot page of the list for the lot type of a bid", () => {
    const row = { id: "12", bidId: "7", lotType: "auction" };
    expect(detailPath({ resource: bids, resources, row })).toBe(
      "/car-auction/12",
    );
  });

  it("is the lot page of the list with all lots of the type", () => {
    const { list } = ports.calls;
    const all = { ...list, path: "/auction/listing" };
    const main = { ...cars, route: "/all", calls: { list: all } };
    const row = { id: "12", bidId: "7", lotType: "auction" };
    expect(
      detailPath({ resource: bids, resources: [cars, main, bids], row }),
    ).toBe("/all/12");
  });

  it("is null if the viewer has no list for the lot type", () => {
    const row = { id: "12", bidId: "7", lotType: "bikes" };
    expect(detailPath({ resource: bids, resources, row })).toBeNull();
  });

  it("is null if that list has no lot pages or the lot type is hidden", () => {
    const closed = [{ ...cars, detailRoute: undefined }, bids];
    const row = { id: "12", bidId: "7", lotType: "auction" };
    expect(detailPath({ resource: bids, resources: closed, row })).toBeNull();
    const untold = { id: "12", bidId: "7" };
    expect(detailPath({ resource: bids, resources, row: untold })).toBeNull();
  });
});
