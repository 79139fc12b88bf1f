import { describe, expect, it } from "vitest";
import { tableFits } from "../../../../src/workspace/rows/useTableFit";
import type { ColumnCell } from "../../../../src/workspace/rows/columns";

const cell = (
  id: string,
  narrow: { narrowWidth?: number; dropOrder?: number } = {},
): ColumnCell => ({
  column: { id, fields: [id], ...narrow },
  schema: { $id: "thing", properties: {} },
  Cell: () => null,
  isFirst: false,
  frameClass: undefined,
  width: 200,
});

const shown = (cells: readonly ColumnCell[]) =>
  tableFits(cells).map((fit) =>
    fit.cells.map(({ column, width }) => `${column.id} ${width}`).join(),
  );

describe("a table on narrower and narrower screens", () => {
  it("narrows its columns, then hides them in the declared order", () => {
    const cells = [
      cell("name", { narrowWidth: 100 }),
      cell("note", { dropOrder: 2 }),
      cell("colour", { dropOrder: 1 }),
      cell("price"),
    ];
    expect(shown(cells)).toEqual([
      "name 200,note 200,colour 200,price 200",
      "name 100,note 200,colour 200,price 200",
      "name 100,note 200,price 200",
      "name 100,price 200",
    ]);
    expect(tableFits(cells).map(({ minWidth }) => minWidth)).toEqual([
      720, 630, 450, 270,
    ]);
  });

  it("counts the columns of controls, which do not shrink", () => {
    const cells = [cell("name"), cell("price")];
    expect(tableFits(cells, 80).map(({ minWidth }) => minWidth)).toEqual([
      440, 440,
    ]);
  });
});
