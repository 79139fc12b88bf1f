import { describe, expect, it } from "vitest";
import { xlsxFile } from "../../../../server/workspace/export/xlsxFile";
import { readXlsx } from "./support";

async function* rowsOf(count: number, atOnce: number) {
  for (let first = 1; first <= count; first += atOnce) {
    const size = Math.min(atOnce, count - first + 1);
    yield Array.from({ length: size }, (_, index) => [first + index]);
    await Promise.resolve();
  }
}

async function workbook(options: {
  title?: string;
  count: number;
  limit?: number;
  columns?: number;
}) {
  const { title = "Cars", count, limit, columns = 1 } = options;
  const bytes: Uint8Array[] = [];
  const file = {
    title,
    columns: Array.from({ length: columns }, (_, index) => ({
      label: `c${index + 1}`,
      width: 10,
    })),
    rowCount: count,
    rows: rowsOf(count, 4),
  };
  for await (const some of xlsxFile(file, limit)) bytes.push(some);
  return readXlsx(Buffer.concat(bytes));
}

const numbers = (rows: Record<string, { value: unknown }>[]) =>
  rows.slice(1).map(({ A }) => A?.value);

describe("a workbook", () => {
  it("goes on in another sheet where one is full", async () => {
    const { sheets } = await workbook({ count: 10, limit: 5 });
    expect(sheets.map(({ name }) => name)).toEqual(["Cars", "Cars 2"]);
    expect(sheets.map(({ rows }) => numbers(rows))).toEqual([
      [1, 2, 3, 4, 5],
      [6, 7, 8, 9, 10],
    ]);
    for (const { rows } of sheets) expect(rows[0]?.A?.value).toBe("c1");
  });

  it("has one sheet with headings when there are no rows", async () => {
    const { sheets } = await workbook({ count: 0 });
    expect(sheets).toHaveLength(1);
    expect(sheets[0]?.rows).toHaveLength(1);
  });

  it("names its columns A to Z, AA and on", async () => {
    const { sheets } = await workbook({ count: 0, columns: 29 });
    const names = Object.keys(sheets[0]?.rows[0] ?? {});
    expect(names.slice(25)).toEqual(["Z", "AA", "AB", "AC"]);
  });

  it.each([
    ["a/b\\c:d*e?f[g]h", "a b c d e f g h"],
    ["'quoted'", "quoted"],
    ["x".repeat(40), "x".repeat(31)],
    ['<&"> & co', '<&"> & co'],
    ["'", "Sheet"],
  ])("takes %s as the name of a sheet", async (title, name) => {
    const { sheets } = await workbook({ title, count: 0 });
    expect(sheets.map((sheet) => sheet.name)).toEqual([name]);
  });

  it("ends when its rows do not come", async () => {
    const file = {
      title: "Cars",
      columns: [{ label: "c", width: 10 }],
      rowCount: 1,
      rows: {
        [Symbol.asyncIterator]: () => ({
          next: () => Promise.reject(new Error("gone")),
        }),
      },
    };
    const read = async () => {
      for await (const some of xlsxFile(file)) expect(some).toBeDefined();
    };
    await expect(read()).rejects.toThrow("gone");
  });
});
