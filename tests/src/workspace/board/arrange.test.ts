import { describe, expect, it } from "vitest";
import type { Action } from "../../../../domain/resource";
import type { RowRecord } from "../../../../src/providers/dataProvider";
import {
  arrangeColumns,
  movesOf,
  withOpenCards,
} from "../../../../src/workspace/board/arrange";

const record = (id: string, state: string): RowRecord => ({
  id,
  row: { id, state },
});
const column = (value: string, count: number, ...ids: string[]) => ({
  value,
  count,
  records: ids.map((id) => record(id, value)),
  error: null,
});
const told = (columns: ReturnType<typeof withOpenCards>) =>
  columns.map(
    ({ value, count, records }) =>
      `${value} ${String(count)}: ${records.map(({ id }) => id).join(" ")}`,
  );
const asRead = (records: readonly RowRecord[]) => records;

describe("the columns of a board", () => {
  it("have the rows that were read, with their counts", () => {
    const columns = [column("planned", 30, "1", "2"), column("open", 1, "3")];
    expect(told(arrangeColumns(columns, "state", asRead))).toEqual([
      "planned 30: 1 2",
      "open 1: 3",
    ]);
  });

  it("show a changed row first in its new column and count it there", () => {
    const columns = [column("planned", 30, "1", "2"), column("open", 1, "3")];
    const shown = (records: readonly RowRecord[]) =>
      records.map((each) => (each.id === "1" ? record("1", "open") : each));
    expect(told(arrangeColumns(columns, "state", shown))).toEqual([
      "planned 29: 2",
      "open 2: 1 3",
    ]);
  });

  it("show a row once that moved while the columns were read", () => {
    const columns = [
      column("planned", 2, "1", "2"),
      column("open", 2, "1", "3"),
    ];
    expect(told(arrangeColumns(columns, "state", asRead))).toEqual([
      "planned 1: 2",
      "open 2: 1 3",
    ]);
  });

  it("lose a row whose new value has no column", () => {
    const columns = [column("planned", 2, "1", "2")];
    const shown = (records: readonly RowRecord[]) =>
      records.map((each) => (each.id === "1" ? record("1", "open") : each));
    expect(told(arrangeColumns(columns, "state", shown))).toEqual([
      "planned 1: 2",
    ]);
  });
});

describe("an open card", () => {
  const read = [column("planned", 3, "1", "2", "3"), column("open", 0)];
  const open = new Set(["2"]);

  it("stays in its column when somebody else moves it, and is counted there", () => {
    const fresh = [column("planned", 2, "1", "3"), column("open", 1, "2")];
    const before = { read, shown: read };
    expect(told(withOpenCards(fresh, before, open))).toEqual([
      "planned 3: 1 2 3",
      "open 0: ",
    ]);
    expect(withOpenCards(fresh, before, new Set())).toBe(fresh);
  });

  it("stays when the row leaves the board", () => {
    const fresh = [column("planned", 2, "1", "3"), column("open", 0)];
    expect(told(withOpenCards(fresh, { read, shown: read }, open))).toEqual([
      "planned 3: 1 2 3",
      "open 0: ",
    ]);
  });

  it("is in the column to which the person has moved it", () => {
    const fresh = [column("planned", 2, "1", "3"), column("open", 1, "2")];
    expect(withOpenCards(fresh, { read, shown: fresh }, open)).toBe(fresh);
  });
});

describe("the moves of a card", () => {
  const action = (id: string, more: Partial<Action>): Action => ({
    ...{ id, on: ["row"], method: "PATCH", path: "/ports/:id" },
    ...{ edits: ["state"], ...more },
  });
  const moves = (actions: Action[]) =>
    [
      ...movesOf(
        actions,
        "state",
        record("1", "planned"),
        (enabled) => enabled === undefined,
      ),
    ].map(([value, { id }]) => `${value}: ${id}`);

  it("are the possible actions that give the field another value", () => {
    const never = { field: "state", is: "closed" };
    expect(
      moves([
        action("open", { values: { state: "open" } }),
        action("reopen", { values: { state: "open" } }),
        action("stay", { values: { state: "planned" } }),
        action("close", { values: { state: "closed" }, enabled: never }),
        action("rename", { edits: ["name"] }),
        action("all", { on: ["selection"], values: { state: "closed" } }),
      ]),
    ).toEqual(["open: open"]);
  });
});
