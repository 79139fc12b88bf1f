import { describe, expect, it } from "vitest";
import { readAll } from "./readAll";

const csv = { shape: { formats: ["csv" as const] } };

describe("reading a CSV feed", () => {
  it("returns rows with the header's names for chunks of any size", async () => {
    const text = 'ID,Name,Note\r\n1,Prius,"a, ""b""\nc"\r\n2,"デミオ",\r\n';
    for (const chunkSize of [1, 2, 7, 1000])
      expect(await readAll(text, { chunkSize, reading: csv })).toEqual({
        rows: [
          { ID: "1", Name: "Prius", Note: 'a, "b"\nc' },
          { ID: "2", Name: "デミオ", Note: "" },
        ],
        error: null,
      });
  });

  it("reads a last line without a line break", async () => {
    expect((await readAll("ID\n1\n2", { reading: csv })).rows).toEqual([
      { ID: "1" },
      { ID: "2" },
    ]);
    expect(await readAll("ID", { reading: csv })).toEqual({
      rows: [],
      error: null,
    });
  });

  it.each([";", "\t", "|", ","])("detects the separator %j", async (one) => {
    const text = `\ufeffID${one}PRICE\n1${one}"1${one}000"\n`;
    expect((await readAll(text, { reading: csv })).rows).toEqual([
      { ID: "1", PRICE: `1${one}000` },
    ]);
  });

  it("uses separator and quote of the mapping", async () => {
    const reading = {
      shape: { formats: ["csv" as const], csv: { separator: ":", quote: "'" } },
    };
    expect((await readAll("A:B\n'x:y':2", { reading })).rows).toEqual([
      { A: "x:y", B: "2" },
    ]);
  });

  it("returns a line with too many or too few values as a list", async () => {
    const text = "ID,NAME\n1\n2,b,c\n\n3,d\n";
    expect((await readAll(text, { reading: csv })).rows).toEqual([
      ["1"],
      ["2", "b", "c"],
      { ID: "3", NAME: "d" },
    ]);
  });

  it("returns every row before an unclosed quote", async () => {
    const { rows, error } = await readAll('ID\n1\n2\n"3', { reading: csv });
    expect(rows).toEqual([{ ID: "1" }, { ID: "2" }]);
    expect(error).toMatch(/^The feed is broken after row 2: /);
  });

  it("stops at an unclosed quote before it fills the memory", async () => {
    const text = `ID\n1\n"${"x\n".repeat(800_000)}`;
    const { error } = await readAll(text, { chunkSize: 65536, reading: csv });
    expect(error).toMatch(/^The feed is broken after row 1: /);
  });
});
