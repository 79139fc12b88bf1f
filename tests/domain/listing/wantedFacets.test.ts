import { describe, expect, it } from "vitest";
import {
  facetsQuerySchema,
  filterQuerySchema,
} from "../../../domain/listing/querySchema";
import { emptyState } from "../../../domain/listing/url";
import {
  facetsCall,
  firstFacets,
  readWantedFacets,
} from "../../../domain/listing/wantedFacets";
import type { Resource } from "../../../domain/resource";
import { resource, row } from "../support/declared";

/** The list with its last filters in the closed group. */
const grouped: Resource = {
  ...resource,
  filters: resource.filters.map((filter, index) =>
    index < 3 ? filter : { ...filter, group: "extra" },
  ),
};
const empty = emptyState(grouped);

describe("the facets that a list asks for", () => {
  it("are the filters of the open panel", () => {
    expect(firstFacets(grouped, {})).toEqual(["maker", "model", "status"]);
    expect(facetsCall(grouped, empty, firstFacets(grouped, {}))).toEqual({
      modelId: "-1",
      facets: "maker,model,status",
    });
  });

  it("are all once a filter of the closed group has a value", () => {
    const year = { kind: "range", from: 2015, to: null } as const;
    expect(firstFacets(grouped, { year })).toBeUndefined();
    expect(firstFacets(resource, {})).toBeUndefined();
    expect(facetsCall(resource, empty, undefined)).toEqual({ modelId: "-1" });
  });

  it("are named in the call's own schema, and in no other", () => {
    expect(facetsQuerySchema(resource, row).properties).toHaveProperty(
      "facets",
    );
    expect(filterQuerySchema(resource, row).properties).not.toHaveProperty(
      "facets",
    );
  });

  it("are refused where the list has no such filter", () => {
    expect(readWantedFacets(grouped, "maker,year")).toEqual(["maker", "year"]);
    expect(readWantedFacets(grouped, "maker,rowHash")).toBeNull();
    expect(readWantedFacets(grouped, "maker,")).toBeNull();
  });
});
