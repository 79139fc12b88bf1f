import { describe, expect, it } from "vitest";
import { replyFields, visibleResource } from "../../domain/visible";
import { client, manager, resource, row } from "./support/declared";

const seenBy = (viewer: typeof client) => {
  const seen = visibleResource(resource, row, viewer);
  if (!seen) throw new Error("Nothing is seen");
  return seen;
};

describe("what a viewer sees of a resource", () => {
  it("is nothing without the resource's own permission", () => {
    const stranger = { ...client, permissions: {} };
    expect(visibleResource(resource, row, stranger)).toBeNull();
    const unknown = { ...client, userLevel: 7 };
    expect(visibleResource(resource, row, unknown)).toBeNull();
  });

  it("is all of it for one who may see all fields", () => {
    const seen = seenBy(manager);
    expect(seen.columns.map(({ id }) => id)).toEqual(["car", "secret", "only"]);
    expect(seen.filters).toHaveLength(resource.filters.length);
    expect(seen.tabs?.values).toHaveLength(2);
  });

  it("lacks a hidden field in columns, card, filters, sorts and search", () => {
    const seen = seenBy(client);
    expect(JSON.stringify(seen.columns)).not.toContain('"only"');
    expect(seen.columns[1]).toMatchObject({ id: "secret", fields: ["year"] });
    expect(seen.columns[1]?.sort).toBeUndefined();
    expect(seen.card).toMatchObject({
      title: ["maker"],
      lines: [[], ["year"]],
    });
    expect(seen.filters.some(({ field }) => field === "secret")).toBe(false);
    expect(seen.sorts.map(({ id }) => id)).toEqual(["year"]);
    expect(seen.search?.parameters.map(({ value }) => value)).toEqual([
      "lot_no",
    ]);
  });

  it("has only the tabs of its role", () => {
    expect(seenBy(client).tabs?.values).toEqual([{ value: "All" }]);
  });

  it("is answered with visible fields only, and those always there", () => {
    expect(replyFields(seenBy(client), row, client)).toEqual([
      "id",
      "maker",
      "model",
      "year",
    ]);
    expect(replyFields(seenBy(manager), row, manager)).toContain("secret");
  });
});
