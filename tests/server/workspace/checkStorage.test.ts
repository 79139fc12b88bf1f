import { describe, expect, it } from "vitest";
import type { Resource, RowSchema } from "../../../domain/resource";
import { lotSource } from "../../../server/catalog";
import { compileSchemas } from "../../../server/platform/schemas/loadSchemas";
import { createMessages } from "../../../server/platform/messages";
import { checkResources } from "../../../server/workspace/checks/checkResources";
import { describeProblem } from "../../../server/platform/problem";
import { exampleSources as sources } from "../../support/exampleSources";
import { checkStorage } from "../../../server/workspace/checks/storageChecks";
import { runAtOnce } from "../../../server/platform/steps";

const { schemas } = runAtOnce(compileSchemas(sources.schemas));
const messages = createMessages({});
const { resources } = runAtOnce(
  checkResources({ files: sources.resources, schemas }),
);
const cars = resources.find(({ name }) => name === "car-auction");

/** Returns the mistakes of the changed car auctions, with added fields. */
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
    dashboards: [],
  };
  return checkStorage(() => [lotSource])(parts).map(describeProblem);
};

const searching = (field: string): Partial<Resource> => ({
  search: {
    param: "search",
    send: ["parameter", "text"],
    parameters: [{ value: "a", fields: [field], match: "prefix" }],
  },
});

describe("a declaration that its table cannot answer", () => {
  it("is not one of the project", () => {
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
  ])("uses a computed field in its %s", (_name, changes, pointer) => {
    expect(faultsWith(changes)).toEqual([
      expect.stringMatching(
        `^resources/car-auction.json ${pointer}: "\\w+" is not stored: `,
      ),
    ]);
  });

  it.each<[string, RowSchema["properties"][string]]>([
    ["objects", { type: "object" }],
    ["lists of numbers", { type: "array", items: { type: "integer" } }],
    ["lists of anything", { type: "array" }],
  ])("filters and sorts by %s", (_name, field) => {
    const changes = {
      filters: [{ field: "parts" }],
      sorts: [{ id: "parts", field: "parts" }],
    };
    const reason = '"parts" is neither a plain value nor a list of texts.';
    expect(faultsWith(changes, { parts: field })).toEqual([
      `resources/car-auction.json /filters/0/field: ${reason}`,
      `resources/car-auction.json /sorts/0/field: ${reason}`,
    ]);
  });

  it("searches in numbers", () => {
    expect(faultsWith(searching("year"))).toEqual([
      expect.stringContaining('"year" is not a text'),
    ]);
  });

  it("has rows without a table", () => {
    expect(faultsWith({ row: "bike" })).toContain(
      'resources/car-auction.json /row: No table holds the rows of "bike". Valid: "lot".',
    );
  });
});
