import { describe, expect, it } from "vitest";
import { FeedError } from "../../../server/feed/feedError";
import { readRows, type Reading } from "../../../server/feed/readRows";
import { bytesOf } from "./support";

/** Returns the rows and the message of the final error. */
async function read(text: string, chunkSize?: number, reading?: Reading) {
  const rows: unknown[] = [];
  try {
    for await (const row of readRows(bytesOf(text, chunkSize), reading))
      rows.push(row);
  } catch (error) {
    if (!(error instanceof FeedError)) throw error;
    return { rows, error: error.message };
  }
  return { rows, error: null };
}

describe("reading a JSON feed", () => {
  it("returns the rows of an array for chunks of any size", async () => {
    const rows = [{ ID: "1", MODEL_NAME: "プリウス" }, { ID: "2" }];
    const text = JSON.stringify(rows);
    for (const chunkSize of [1, 2, 3, 7, 1000])
      expect(await read(text, chunkSize)).toEqual({ rows, error: null });
  });

  it("returns the rows of an object with numeric keys", async () => {
    const { rows, error } = await read('{"0":{"ID":"a"},"17":{"ID":"b"}}');
    expect(rows).toEqual([{ ID: "a" }, { ID: "b" }]);
    expect(error).toBeNull();
  });

  it("ignores a byte order mark and surrounding space", async () => {
    expect(await read('\ufeff \n[{"ID":"1"}]\n\n', 1)).toEqual({
      rows: [{ ID: "1" }],
      error: null,
    });
  });

  it("keeps every digit of a number", async () => {
    const { rows } = await read('[{"ID":12345678901234567890}]');
    expect(rows).toEqual([{ ID: "12345678901234567890" }]);
  });

  it("returns no rows for an empty array", async () => {
    expect(await read("[]")).toEqual({ rows: [], error: null });
  });

  it("returns entries that are not rows", async () => {
    expect(await read('["x",null,[1]]')).toEqual({
      rows: ["x", null, ["1"]],
      error: null,
    });
  });

  it("reports the provider's error", async () => {
    const { error } = await read('{"error":"wrong code"}');
    expect(error).toBe("The provider answered with an error: wrong code");
  });

  it("rejects an object without rows", async () => {
    const { error } = await read('{"rows":[{"ID":"1"}]}');
    expect(error).toContain('only "rows"');
  });

  it("rejects a format that the mapping does not allow", async () => {
    const xml = '<?xml version="1.0"?><aj></aj>';
    const { error } = await read(xml, 64, {
      shape: { formats: ["json"] },
    });
    expect(error).toBe('The feed is not JSON: it begins with "<"');
  });

  it("returns the rows under the key of the mapping", async () => {
    const notes: unknown[] = [];
    const reading: Reading = {
      shape: { rows: { json: "lots" } },
      onNote: (name, value) => notes.push([name, value]),
    };
    const text =
      '{"info":{"pages":3},"lots":[{"ID":"1","lots":[1]},{"ID":"2"}],"ok":true}';
    for (const chunkSize of [1, 5, 1000]) {
      notes.length = 0;
      expect(await read(text, chunkSize, reading)).toEqual({
        rows: [{ ID: "1", lots: ["1"] }, { ID: "2" }],
        error: null,
      });
      expect(notes).toEqual([
        ["info", { pages: "3" }],
        ["ok", true],
      ]);
    }
  });

  it("reports the provider's error in place of the rows", async () => {
    const reading: Reading = { shape: { formats: ["csv"] } };
    const { error } = await read('{"error":"no such key"}', 64, reading);
    expect(error).toBe("The provider answered with an error: no such key");
  });

  it("rejects an empty feed", async () => {
    expect((await read(" \n")).error).toBe("The feed is empty");
  });

  it("returns every row before the text breaks off", async () => {
    const { rows, error } = await read('[{"ID":"1"},{"ID":"2"},{"ID":"3');
    expect(rows).toEqual([{ ID: "1" }, { ID: "2" }]);
    expect(error).toMatch(/^The feed is broken after row 2: /);
  });

  it("returns every row before a syntax error", async () => {
    const { rows, error } = await read('[{"ID":"1"},{"ID":oops},{"ID":"3"}]');
    expect(rows).toEqual([{ ID: "1" }]);
    expect(error).toMatch(/^The feed is broken after row 1: /);
  });

  it("passes on an error of the source", async () => {
    async function* failing(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('[{"ID":"1"},');
      throw new Error("disk gone");
    }
    const reading = async () => {
      for await (const _ of readRows(failing()));
    };
    await expect(reading()).rejects.toThrow("disk gone");
  });
});
