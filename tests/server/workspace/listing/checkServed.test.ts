import { describe, expect, it } from "vitest";
import type { Resource, RowSchema } from "../../../../domain/resource";
import { lotSource } from "../../../../server/catalog";
import { compileSchemas } from "../../../../server/platform/schemas/loadSchemas";
import { compileMessages } from "../../../../server/platform/messages";
import { checkResources } from "../../../../server/workspace/checks/checkResources";
import { describeProblem } from "../../../../server/platform/problem";
import { readSources } from "../../../../server/workspace/sources";
import { checkServed } from "../../../../server/workspace/checks/checkServed";

const sources = readSources(process.cwd());
const schemas = compileSchemas({ files: sources.schemas });
const messages = compileMessages(sources.locales);
const { resources } = checkResources({ files: sources.resources, schemas });
const cars = resources.find(({ name }) => name === "car-auction");

/** What is wrong with the car auctions, changed, and with fields added. */
const faultsWith = (
  changes: Partial<Resource>,
  added: RowSchema["properties"] = {},
): string[] => {
  if (!cars) throw new Error("There are no car auctions");
  const lot = schemas.row("lot");
  const properties = { ...lot.properties, ...added };
  const parts = {
    sources,
    schemas: { ...schemas, row: () => ({ ...lot, properties }) },
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

  it.each<[string, RowSchema["properties"][string]]>([
    ["objects", { type: "object" }],
    ["lists of numbers", { type: "array", items: { type: "integer" } }],
    ["lists of anything", { type: "array" }],
  ])("tells rows apart by %s", (_name, field) => {
    const changes = {
      filters: [{ field: "parts" }],
      sorts: [{ id: "parts", field: "parts" }],
    };
    const told = '"parts" is neither a value nor a list of texts';
    expect(faultsWith(changes, { parts: field })).toEqual([
      `resources/car-auction.json /filters/0/field: ${told}`,
      `resources/car-auction.json /sorts/0/field: ${told}`,
    ]);
  });

  it("lets numbers pass as time does", () => {
    const defaultOrder = {
      field: "year",
      order: "ASC",
      pastLast: true,
    } as const;
    expect(faultsWith({ defaultOrder })).toEqual([
      'resources/car-auction.json /defaultOrder/pastLast: "year" is no time that could pass',
    ]);
  });

  it("searches for text in numbers", () => {
    expect(faultsWith(searching("year"))).toEqual([
      expect.stringContaining('"year" is no text to search in'),
    ]);
  });
});
