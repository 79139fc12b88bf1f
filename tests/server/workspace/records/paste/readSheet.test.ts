import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Failure } from "../../../../../server/platform/errors";
import {
  cellsOf,
  readSheet,
} from "../../../../../server/workspace/records/paste/readSheet";

/** Writes a cell as Excel, LibreOffice and Google Sheets copy it. */
const copied = (cell: string): string =>
  /[\t\r\n]/.test(cell) || cell.startsWith('"')
    ? `"${cell.replaceAll('"', '""')}"`
    : cell;

const cell = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'\t\n\r",;1aЖ日 '.split("")) }),
  fc.string({ unit: "grapheme" }),
);

describe("cells from the clipboard", () => {
  it("come back as they were copied, with quotes, tabs and line ends", () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), {
          minLength: 1,
          maxLength: 6,
        }),
        fc.constantFrom("\n", "\r\n", "\r"),
        (rows, lineEnd) => {
          const text = rows
            .map((cells) => cells.map(copied).join("\t"))
            .join(lineEnd);
          const last = rows.findLastIndex((cells) =>
            cells.some((each) => each.trim() !== ""),
          );
          expect(cellsOf(text)).toEqual(rows.slice(0, last + 1));
        },
      ),
    );
  });

  it("never lose a character of a text without tabs and line ends", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        fc.pre(!/[\t\r\n\ufeff]/.test(text) && text.trim() !== "");
        fc.pre(!/^"(?:[^"]|"")*"$/.test(text));
        expect(cellsOf(text)).toEqual([[text]]);
      }),
    );
  });

  it.each([
    ["a quotation mark inside", 'size 6" rim\tx', [['size 6" rim', "x"]]],
    ["an open quotation mark", '"open\tx\ny', [['"open', "x"], ["y"]]],
    ["text behind quotes", '"hi" there\tx', [['"hi" there', "x"]]],
    ["a line end in quotes", '"a\nb"\tc\r\nd', [["a\nb", "c"], ["d"]]],
    ["commas and semicolons", "a,b;c\td", [["a,b;c", "d"]]],
    ["empty lines between and below", "a\n\nb\n\n\n", [["a"], [""], ["b"]]],
    ["a byte order mark", "\ufeffa", [["a"]]],
  ])("may have %s", (_, text, rows) => {
    expect(cellsOf(text)).toEqual(rows);
  });
});

describe("a pasted text", () => {
  it("has lines with as many cells as the widest one, without empty columns at the end", () => {
    expect(readSheet("a\n\tb\t\t\nc", 5)).toEqual([
      { line: 1, cells: ["a", ""] },
      { line: 2, cells: ["", "b"] },
      { line: 3, cells: ["c", ""] },
    ]);
  });

  it("is refused if it is empty, too long or too wide", () => {
    const keyOf = (text: string) => {
      try {
        return readSheet(text, 3).length;
      } catch (error) {
        return error instanceof Failure && error.details.errors?.text?.[0]?.key;
      }
    };
    expect(keyOf("\n\t\n")).toBe("paste.faults.empty");
    expect(keyOf("a\n".repeat(4))).toBe(4);
    expect(keyOf("a\n".repeat(5))).toBe("paste.faults.rows");
    expect(keyOf(`${"\n".repeat(199_999)}a`)).toBe("paste.faults.rows");
    expect(keyOf("a\t".repeat(101))).toBe("import.table.tooManyColumns");
  });
});
