import { describe, expect, it } from "vitest";
import { idsOfTexts } from "../../../../server/workspace/listing/query/listingIndex";
import { createReadAhead } from "../../../../server/workspace/listing/rows/rowTexts";
import { eventually } from "../../../support/eventually";

const ids = Array.from({ length: 250 }, (_, index) => String(index));

/** A list of 250 rows with 100 bytes each, and the ids that were kept. */
function listOf(kept: string[], key = "list") {
  return {
    key,
    bytes: 0,
    find: () => Promise.resolve(idsOfTexts([ids.join(",")], ids.length)),
    keep: (portion: readonly string[]) => {
      kept.push(...portion);
      return Promise.resolve(portion.length * 100);
    },
  };
}

describe("reading the rows of a list ahead", () => {
  it("reads each row once, in the order of the list", async () => {
    const readAhead = createReadAhead(25_000);
    const kept: string[] = [];
    readAhead(listOf(kept));
    readAhead(listOf(kept));
    await eventually(() => {
      expect(kept.length).toBeGreaterThanOrEqual(ids.length);
    });
    expect(kept).toEqual(ids);
  });

  it("ends as soon as it is clear that the list does not fit", async () => {
    const readAhead = createReadAhead(24_900);
    const [large, small]: string[][] = [[], []];
    readAhead(listOf(large ?? []));
    readAhead({
      ...listOf(small ?? [], "small"),
      find: () => Promise.resolve(idsOfTexts(["1"], 1)),
    });
    await eventually(() => {
      expect(small).toEqual(["1"]);
    });
    expect(large).toEqual(ids.slice(0, 100));
  });

  it("does not find the ids of a list that cannot fit", async () => {
    const readAhead = createReadAhead(25_000);
    const kept: string[] = [];
    let searched = 0;
    const find = () => {
      searched += 1;
      return Promise.resolve(idsOfTexts([], 0));
    };
    readAhead({ ...listOf([], "large"), bytes: 25_001, find });
    readAhead(listOf(kept));
    await eventually(() => {
      expect(kept).toEqual(ids);
    });
    expect(searched).toBe(0);
  });

  it("ends when a read fails, and begins again with the next page", async () => {
    const readAhead = createReadAhead(25_000);
    let reads = 0;
    const keep = () => {
      reads += 1;
      return Promise.reject(new Error("closed"));
    };
    readAhead({ ...listOf([]), keep });
    const kept: string[] = [];
    readAhead(listOf(kept, "other"));
    await eventually(() => {
      expect(kept).toEqual(ids);
    });
    expect(reads).toBe(1);
    kept.length = 0;
    readAhead(listOf(kept));
    await eventually(() => {
      expect(kept).toEqual(ids);
    });
  });
});
