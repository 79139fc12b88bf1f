import { describe, expect, it } from "vitest";
import type { Resource } from "../../../domain/resource";
import carAuction from "../../../resources/car-auction.json";
import myBids from "../../../resources/my-bids.json";
import { detailPath } from "../../../src/workspace/detailPath";

const resources = [carAuction, myBids] as Resource[];
const [cars, bids] = resources as [Resource, Resource];

describe("where a row leads", () => {
  it("is the lot of a listing", () => {
    expect(detailPath({ resource: cars, resources, row: { id: "12" } })).toBe(
      "/car-auction/12",
    );
  });

  it("is the list of the bid's lot type", () => {
    const row = { id: "12", bidId: "7", lotType: "auction" };
    expect(detailPath({ resource: bids, resources, row })).toBe(
      "/car-auction/12",
    );
  });

  it("is nowhere when the viewer has no list of that type", () => {
    const row = { id: "12", bidId: "7", lotType: "bikes" };
    expect(detailPath({ resource: bids, resources, row })).toBeNull();
  });

  it("is nowhere when the lots of that list lead nowhere, or the type is hidden", () => {
    const closed = [{ ...cars, detailRoute: undefined }, bids];
    const row = { id: "12", bidId: "7", lotType: "auction" };
    expect(detailPath({ resource: bids, resources: closed, row })).toBeNull();
    const untold = { id: "12", bidId: "7" };
    expect(detailPath({ resource: bids, resources, row: untold })).toBeNull();
  });
});
