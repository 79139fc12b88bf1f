import { describe, expect, it } from "vitest";
import { Failure } from "../../../../../server/platform/errors";
import { matchColumns } from "../../../../../server/workspace/records/import/matchColumns";
import { readTable } from "../../../../../server/workspace/records/import/readTable";

const reasonOf = async (text: string): Promise<unknown> => {
  const error: unknown = await readTable(text).catch(
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof Failure)) throw error;
  return error.details.errors?.text?.[0];
};

describe("a table", () => {
  it.each([
    ["commas", "a,b\r\n1,2\r\n"],
    ["semicolons", "a;b\n1;2"],
    ["tabs", "a\tb\n1\t2\n"],
    ["a byte order mark", "\ufeffa,b\n1,2\n"],
    ["quotes", '"a","b"\n"1","2"\n'],
    ["empty columns at the end", "a,b,,\n1,2,,\n"],
  ])("is read with %s", async (_, text) => {
    const { header, rows } = await readTable(text);
    expect(header).toEqual(["a", "b"]);
    expect(rows.map(({ line, cells }) => [line, ...cells.slice(0, 2)])).toEqual(
      [[2, "1", "2"]],
    );
  });

  it("keeps separators, quotes and line ends within quotes", async () => {
    const { rows } = await readTable('a,b\n"1,5","say ""no""\nor yes"\n3,4\n');
    expect(rows).toEqual([
      { line: 2, cells: ["1,5", 'say "no"\nor yes'] },
      { line: 3, cells: ["3", "4"] },
    ]);
  });

  it("takes tabs before commas in headings", async () => {
    const { header } = await readTable("Price, ¥\tPort, city\n1\t2");
    expect(header).toEqual(["Price, ¥", "Port, city"]);
  });

  it("ignores separators within quoted headings", async () => {
    const { header } = await readTable('"Price, yen, net";b\n1;2');
    expect(header).toEqual(["Price, yen, net", "b"]);
  });

  it("numbers rows as the spreadsheet does, with empty rows", async () => {
    const { rows } = await readTable("\na,b\n\n1,2\n,\n3,4\n");
    expect(rows.map(({ line }) => line)).toEqual([4, 6]);
  });

  it("keeps every character, wherever it is in a long table", async () => {
    const long = `a,b\n1,2\n${"🚗".repeat(200_000)},2\n`;
    for (const text of [long, ` ${long}`]) {
      const { rows } = await readTable(text);
      expect(rows[1]?.cells[0]).toBe("🚗".repeat(200_000));
    }
  });

  it("is refused without rows", async () => {
    const empty = { key: "import.table.empty" };
    expect(await reasonOf("")).toMatchObject(empty);
    expect(await reasonOf("a,b\n")).toMatchObject(empty);
  });

  it("is refused above its limits", async () => {
    expect(await reasonOf(`a\n${"1\n".repeat(20_001)}`)).toEqual({
      key: "import.table.tooManyRows",
      values: { most: 20_000 },
    });
    expect(await reasonOf(`a\n${"1".repeat(5_000_000)}`)).toMatchObject({
      key: "import.table.tooLarge",
    });
    expect(await reasonOf(`${"a,".repeat(100)}a\n1`)).toMatchObject({
      key: "import.table.tooManyColumns",
    });
    const { rows } = await readTable(`a\n${"1\n".repeat(20_000)}`);
    expect(rows).toHaveLength(20_000);
  });

  it("is refused if a quotation mark is not closed", async () => {
    expect(await reasonOf('a,b\n1,2\n"3,4\n')).toEqual({
      key: "import.table.openQuote",
      values: { line: 3 },
    });
  });
});

describe("the columns of a table", () => {
  const fields = [
    { name: "price", headings: ["price", "цена", "price, yen"] },
    { name: "port", headings: ["port", "place"] },
    { name: "yard", headings: ["yard", "place"] },
  ];
  const match = (
    header: readonly string[],
    chosen?: readonly (string | null)[],
  ) =>
    matchColumns(header, { fields, program: ["changed"], chosen }).map(
      ({ field, state }) => field ?? state,
    );

  it("are matched by name or label, without regard to case and white space", () => {
    expect(match([" PRICE,  yen", "Port"])).toEqual(["price", "port"]);
    expect(match(["Цена", "yard"])).toEqual(["price", "yard"]);
    expect(match(["Price, ¥", "x"])).toEqual(["price", "unknown"]);
    expect(match(["Цена (иен)"])).toEqual(["price"]);
    expect(match(["Port (of Kobe, Japan)"])).toEqual(["port"]);
    expect(match(["Port, of Kobe (Japan)"])).toEqual(["port"]);
  });

  it("are matched by the first 200 characters of a heading", () => {
    const long = [
      `Price, ${"¥".repeat(300)}`,
      `Price (${"(".repeat(200_000)})`,
      "(".repeat(200_000),
    ];
    expect(match(long)).toEqual(["price", "unknown", "unknown"]);
  });

  it("are left out if they are unknown, doubled, ambiguous or kept by the program", () => {
    expect(match(["Prise", "price", "Цена", "Place", "Changed"])).toEqual([
      "unknown",
      "price",
      "doubled",
      "unknown",
      "program",
    ]);
  });

  it("are those that the person chooses", () => {
    expect(match(["x", "price", "y"], ["port", null, "port"])).toEqual([
      "port",
      "ignored",
      "doubled",
    ]);
  });
});
