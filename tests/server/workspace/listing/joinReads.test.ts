import { describe, expect, it } from "vitest";
import {
  createJoinedReads,
  type ReadRows,
} from "../../../../server/workspace/listing/rows/joinReads";

type Row = { id: string };

/** A table whose statements end when the test says so. */
function slowTable() {
  const statements: {
    ids: readonly string[];
    version: bigint;
    end: (error?: Error) => void;
  }[] = [];
  const read: ReadRows<Row> = (ids, version) =>
    new Promise((resolve, reject) => {
      const end = (error?: Error) => {
        if (error) reject(error);
        else resolve(ids.map((id) => ({ id })));
      };
      statements.push({ ids, version, end });
    });
  return { statements, read };
}

/** Returns a join of reads for readers who all know the change number. */
function joining(read: ReadRows<Row>) {
  const join = createJoinedReads<Row>();
  return (key: string, ids: readonly string[], version = 1n) =>
    join({ key, ids, version, read });
}

const settle = () => new Promise(setImmediate);

describe("reads of rows by many readers", () => {
  it("run at once for a single reader", async () => {
    const { statements, read } = slowTable();
    const join = joining(read);
    const reading = join("a", ["1", "2"]);
    statements[0]?.end();
    expect(await reading).toEqual([{ id: "1" }, { id: "2" }]);
  });

  it("share a statement that starts when one of two running statements ends", async () => {
    const { statements, read } = slowTable();
    const join = joining(read);
    const first = [join("a", ["1"]), join("a", ["1"])];
    const others = [join("a", ["1", "2"]), join("a", ["3"])];
    expect(statements).toHaveLength(2);
    statements[0]?.end();
    await first[0];
    await settle();
    expect(statements.slice(1).map(({ ids }) => ids)).toEqual([
      ["1"],
      ["1", "2", "3"],
    ]);
    statements[2]?.end();
    for (const rows of await Promise.all(others))
      expect(rows.map(({ id }) => id)).toEqual(["1", "2", "3"]);
    await settle();
    void join("a", ["4"]);
    expect(statements[3]?.ids).toEqual(["4"]);
  });

  it("share a statement up to 200 rows", async () => {
    const { statements, read } = slowTable();
    const join = joining(read);
    const page = (first: number) =>
      Array.from({ length: 90 }, (_, row) => String(first + row));
    const reads = [0, 100, 200, 300, 400].map((first) =>
      join("a", page(first)),
    );
    for (const place of [0, 1, 2, 3]) {
      statements[place]?.end();
      await settle();
    }
    expect(statements.map(({ ids }) => ids.length)).toEqual([90, 90, 180, 90]);
    expect(await reads[4]).toHaveLength(90);
  });

  it("include what each reader of a statement knows of", async () => {
    const { statements, read } = slowTable();
    const join = joining(read);
    for (const version of [5n, 5n]) void join("a", ["1"], version);
    for (const version of [6n, 9n, 7n]) void join("a", ["2"], version);
    statements[0]?.end();
    await settle();
    expect(statements.map(({ version }) => version)).toEqual([5n, 5n, 9n]);
  });

  it("do not wait for reads of another key", () => {
    const { statements, read } = slowTable();
    const join = joining(read);
    void join("a", ["1"]);
    void join("b", ["1"]);
    expect(statements).toHaveLength(2);
  });

  it("fail for the readers of a statement alone", async () => {
    const { statements, read } = slowTable();
    const join = joining(read);
    const first = join("a", ["1"]);
    void join("a", ["1"]);
    const second = join("a", ["2"]);
    statements[0]?.end(new Error("lost"));
    await expect(first).rejects.toThrow("lost");
    await settle();
    statements[2]?.end();
    expect(await second).toEqual([{ id: "2" }]);
  });
});
