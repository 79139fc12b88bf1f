import { describe, expect, it } from "vitest";
import type { Resource, RowSchema } from "../../../../domain/resource";
import lot from "../../../../schemas/lot.json";
import { cardLayout } from "../../../../src/workspace/rows/Card";
import carAuction from "../../../fixtures/resources/car-auction.json";

const layoutWith = (cell: string) => {
  const resource = carAuction as Resource;
  const columns = resource.columns.map((column) =>
    column.cell === "photo" ? { ...column, cell } : column,
  );
  return cardLayout({ ...resource, columns }, lot as RowSchema);
};

describe("a card", () => {
  it("shows as many photos as its row in the table", () => {
    expect(layoutWith("photo")).toMatchObject({
      photos: "images",
      hasTwoPhotos: false,
    });
    expect(layoutWith("photos")).toMatchObject({
      photos: "images",
      hasTwoPhotos: true,
    });
  });
});
