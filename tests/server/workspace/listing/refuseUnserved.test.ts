import { describe, expect, it } from "vitest";
import type { Resource } from "../../../../domain/resource";
import { lotSource } from "../../../../server/catalog";
import { loadSchemas } from "../../../../server/platform/loadSchemas";
import { readJsonFolder } from "../../../../server/platform/readJson";
import { checkResources } from "../../../../server/workspace/checkResources";
import { refuseUnserved } from "../../../../server/workspace/listing";

const schemas = loadSchemas(process.cwd());
const { files } = readJsonFolder(process.cwd(), "resources");
const { resources } = checkResources({ files, schemas });
const cars = resources.find(({ name }) => name === "car-auction");

/** Starts the lists with the car auctions changed. */
const start = (changes: Partial<Resource>) => () => {
  if (!cars) throw new Error("There are no car auctions");
  const all = [{ ...cars, ...changes }];
  const workspace = { resources: () => all };
  refuseUnserved({ source: lotSource, workspace, schemas });
};

const searching = (field: string): Partial<Resource> => ({
  search: {
    param: "search",
    send: ["parameter", "text"],
    parameters: [{ value: "a", fields: [field], match: "prefix" }],
  },
});

describe("a declaration that the table cannot answer", () => {
  it("is not that of the project", () => {
    expect(start({})).not.toThrow();
  });

  it.each<[string, Partial<Resource>, string]>([
    ["filters", { filters: [{ field: "myBid" }] }, "/filters/0/field"],
    ["sorts", { sorts: [{ id: "a", field: "wishList" }] }, "/sorts/0/field"],
    [
      "orders",
      { defaultOrder: { field: "myBid", order: "ASC" } },
      "/defaultOrder/field",
    ],
    ["searches", searching("myBid"), "/search/parameters/0/fields/0"],
  ])("%s by what is only shown", (_name, changes, pointer) => {
    expect(start(changes)).toThrow(`resources/car-auction.json ${pointer}: "`);
    expect(start(changes)).toThrow("is not stored, only shown");
  });

  it("searches for text in numbers", () => {
    expect(start(searching("year"))).toThrow('"year" is no text to search in');
  });
});
