import { describe, expect, it } from "vitest";
import type { Resource } from "../../../../domain/resource";
import { lotSource } from "../../../../server/catalog";
import { compileSchemas } from "../../../../server/platform/loadSchemas";
import { compileMessages } from "../../../../server/platform/messages";
import { checkResources } from "../../../../server/workspace/checkResources";
import { describeProblem } from "../../../../server/platform/problem";
import { readSources } from "../../../../server/workspace/declared";
import { checkServed } from "../../../../server/workspace/listing";

const sources = readSources(process.cwd());
const schemas = compileSchemas({ files: sources.schemas });
const messages = compileMessages(sources.locales);
const { resources } = checkResources({ files: sources.resources, schemas });
const cars = resources.find(({ name }) => name === "car-auction");

/** What is wrong with the car auctions, changed. */
const faultsWith = (changes: Partial<Resource>): string[] => {
  if (!cars) throw new Error("There are no car auctions");
  const parts = {
    sources,
    schemas,
    messages,
    resources: [{ ...cars, ...changes }],
  };
  return checkServed(lotSource)(parts).map(describeProblem);
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
    expect(faultsWith({})).toEqual([]);
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
    expect(faultsWith(changes)).toEqual([
      expect.stringMatching(
        `^resources/car-auction.json ${pointer}: "\\w+" is not stored, only shown$`,
      ),
    ]);
  });

  it("searches for text in numbers", () => {
    expect(faultsWith(searching("year"))).toEqual([
      expect.stringContaining('"year" is no text to search in'),
    ]);
  });
});
