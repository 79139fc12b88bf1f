import { describe, expect, it } from "vitest";
import {
  boardFilter,
  boardValues,
  columnFilters,
} from "../../../domain/listing/boards";
import { emptyState, readUrl, writeUrl } from "../../../domain/listing/url";
import type { Filter, Resource, RowSchema } from "../../../domain/resource";
import { visibleResource } from "../../../domain/visible";
import { client, resource, row } from "../support/declared";

const status: Filter = { field: "status" };
const filtersOf = (...filters: Filter[]) => ({ filters });

describe("the filter of a board", () => {
  it("is the filter for single values of its field", () => {
    const days: Filter = { field: "status", id: "known", kind: "empty" };
    expect(boardFilter(filtersOf(days, status), row, "status")).toBe(status);
  });

  it("is always offered", () => {
    const when = { filter: "isNew", is: true };
    const dependent = filtersOf(
      { ...status, when },
      { ...status, by: "maker" },
    );
    expect(boardFilter(dependent, row, "status")).toBeUndefined();
  });
});

describe("the columns of a board", () => {
  it("are the values of the field in their order", () => {
    expect(boardValues(status, row, {})).toEqual(["4532", "4535", "4537"]);
  });

  it("leave out an empty value and the values that the filter refuses", () => {
    const field = { type: "string", enum: ["a", "b", null] };
    const letters: RowSchema = { ...row, properties: { letter: field } };
    const filter = { field: "letter", except: ["b"] };
    expect(boardValues(filter, letters, {})).toEqual(["a"]);
  });

  it("are the values that the filter has chosen, by a group too", () => {
    const chosen = (...values: string[]) => ({
      status: { kind: "choices" as const, values },
    });
    expect(boardValues(status, row, chosen("4532"))).toEqual(["4532"]);
    expect(boardValues(status, row, chosen("4539"))).toEqual(["4535", "4537"]);
  });

  it("have the rows of the other filters and of their value", () => {
    const isNew = { kind: "flag" as const, value: true };
    const filters = {
      isNew,
      status: { kind: "choices" as const, values: ["4532", "4535"] },
    };
    expect(columnFilters(status, filters, "4535")).toEqual({
      isNew,
      status: { kind: "choices", values: ["4535"] },
    });
  });
});

describe("the board in the URL", () => {
  const listed: Resource = { ...resource, boards: ["status"] };

  it("is named by its field", () => {
    const state = { ...emptyState(listed), board: "status" };
    expect(writeUrl(listed, state)).toBe("board=status");
    expect(readUrl(listed, row, "board=status")).toEqual({
      state,
      dropped: [],
    });
  });

  it.each([
    [listed, "year", "invalid"],
    [resource, "status", "unknown"],
  ])("is dropped if the list has no such board", (list, board, reason) => {
    const { state, dropped } = readUrl(list, row, `board=${board}`);
    expect(state.board).toBeUndefined();
    expect(dropped).toEqual([{ param: "board", value: board, reason }]);
  });
});

it("hides a board from people who do not see its filter", () => {
  const declared: Resource = {
    ...resource,
    boards: ["status", "letter"],
    filters: [
      { field: "status" },
      { field: "letter", access: { userTypes: ["manager"] } },
    ],
  };
  const letters: RowSchema = {
    ...row,
    properties: { ...row.properties, letter: { enum: ["a"] } },
  };
  expect(visibleResource(declared, letters, client)?.boards).toEqual([
    "status",
  ]);
});
