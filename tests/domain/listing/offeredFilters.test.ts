import { expect, it } from "vitest";
import { offeredValues } from "../../../domain/listing/offeredFilters";
import type { FilterValue } from "../../../domain/listing/state";
import { readUrl } from "../../../domain/listing/url";
import type { Resource, RowSchema } from "../../../domain/resource";

const row = {
  $id: "berth",
  properties: {
    side: { type: "string", enum: ["own", "other"] },
    owner: { type: "string", enum: ["anna", "boris"] },
  },
} as RowSchema;

const list = {
  filters: [
    { field: "side", single: true },
    {
      field: "owner",
      when: {
        any: [
          { not: { filter: "side", filled: true } },
          { filter: "side", is: "other" },
        ],
      },
    },
  ],
  sorts: [],
} as Pick<Resource, "filters" | "sorts"> as Resource;

const choice = (...values: string[]): FilterValue => ({
  kind: "choices",
  values,
});
const owner = choice("anna");

it("keeps a filter only beside the values that offer it", () => {
  const values = { side: choice("other"), owner };
  expect(offeredValues(list, values)).toEqual(values);
  expect(offeredValues(list, { owner })).toEqual({ owner });
  const own = { side: choice("own") };
  expect(offeredValues(list, { ...own, owner })).toEqual(own);
});

it("drops such a filter from a URL and says so", () => {
  const { state, dropped } = readUrl(list, row, "?side=own&owner=anna");
  expect(state.filters).toEqual({ side: choice("own") });
  expect(dropped).toEqual([
    { param: "owner", value: "anna", reason: "invalid" },
  ]);
});
