import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { filterCall, listCall, readCall } from "../../../domain/listing/call";
import { listQuerySchema } from "../../../domain/listing/querySchema";
import { emptyState } from "../../../domain/listing/url";
import { visibleResource } from "../../../domain/visible";
import { client, resource, row } from "../support/declared";
import { states } from "../support/states";

describe("the call of a list", () => {
  it("is understood by the server as it was chosen", () => {
    fc.assert(
      fc.property(states, (state) => {
        const query = listCall(resource, state);
        expect(readCall(resource, row, query)).toMatchObject({
          state,
          errors: [],
        });
      }),
    );
  });

  it("has only parameters that its derived schema knows", () => {
    const { properties } = listQuerySchema(resource, row);
    fc.assert(
      fc.property(states, (state) => {
        for (const name of Object.keys(listCall(resource, state)))
          expect(properties).toHaveProperty(name);
      }),
    );
  });

  it("says by its own word that nothing is chosen", () => {
    expect(filterCall(resource, emptyState(resource))).toEqual({
      modelId: "-1",
    });
    const { state } = readCall(resource, row, { makerId: "1", modelId: "-1" });
    expect(Object.keys(state.filters)).toEqual(["maker"]);
  });

  it("names from and to apart where the declaration does", () => {
    const period = { kind: "dates", from: "2026-11-01", to: null } as const;
    const query = filterCall(resource, { filters: { period }, search: null });
    expect(query).toEqual({ modelId: "-1", periodFrom: "2026-11-01" });
    expect(readCall(resource, row, query).state.filters).toEqual({ period });
  });

  it.each([
    [{ makerId: "1,2" }, ["makerId"]],
    [{ year: "5" }, ["year"]],
    [{ periodFrom: "2026-11-02", periodTo: "2026-11-01" }, ["periodTo"]],
    [{ sort: "id" }, ["sort"]],
    [{ page: "1.5", pageSize: "21" }, ["page", "pageSize"]],
    [{ parameter: "lot_no" }, ["text"]],
    [{ parameter: "row_hash", text: "1" }, ["parameter"]],
    [{ parameter: "lot_no", text: "a\u0000" }, ["text"]],
    [{ roleId: "1" }, ["roleId"]],
    [{ status: "constructor" }, ["status"]],
  ])("is refused for %o by the name of each wrong part", (query, errors) => {
    expect(readCall(resource, row, query).errors).toEqual(errors);
  });

  it("is refused with the bound that a page or the number of values exceeds", () => {
    const values = (count: number) =>
      Array.from({ length: count }, (_, index) => index + 1).join(",");
    const { errors, bounds } = readCall(resource, row, {
      page: "1000001",
      modelId: values(201),
      makerId: "0",
    });
    expect(errors.sort()).toEqual(["makerId", "modelId", "page"]);
    expect(Object.fromEntries(bounds)).toEqual({
      page: { key: "tooDeep", most: 1_000_000 },
      modelId: { key: "tooMany", most: 200 },
    });
    const within = { page: "1000000", modelId: values(200), makerId: "1" };
    expect(readCall(resource, row, within).errors).toEqual([]);
  });

  it("is refused for a part its caller may not see", () => {
    const seen = visibleResource(resource, row, client);
    if (!seen) throw new Error("The client sees nothing");
    const query = {
      secret: "1,2",
      sort: "secret",
      parameter: "secret",
      text: "1",
    };
    expect(readCall(seen, row, query).errors.sort()).toEqual([
      "parameter",
      "secret",
      "sort",
    ]);
  });
});
