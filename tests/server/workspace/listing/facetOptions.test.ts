import { describe, expect, it } from "vitest";
import { filterKind } from "../../../../domain/listing/kinds/kinds";
import type { Facet } from "../../../../server/workspace/listing/query/facetPlan";
import {
  facetOptions,
  leadingCounts,
  matchingCounts,
} from "../../../../server/workspace/listing/reply/facetOptions";
import { tableSource } from "../../../../server/workspace/listing/source/rowSource";

const words = 12_000;
const field = { type: "string", "x-dictionary": "code" } as const;
const facetWith = (top?: number): Facet => {
  const filter = { field: "code", ...(top === undefined ? {} : { top }) };
  return { id: "code", filter, field, kind: filterKind(field, filter) };
};
const source = tableSource({
  row: "lot",
  table: "lots",
  columns: {},
  fields: { code: { kind: "term", column: "code_id", dictionary: "code" } },
});
/** Words in an order of their own; each count belongs to thousands of words. */
const nameOf = (id: number) => `CODE ${(id * 7_919) % words}`;
const dictionaries = {
  load: () => Promise.resolve(),
  find: (_kind: string, id: number) => ({ name: nameOf(id), rank: null }),
};
const counts = new Map(
  Array.from({ length: words }, (_, id) => [String(id), 1 + (id % 4)] as const),
);
const asked = (top?: number) => ({
  source,
  dictionaries,
  facet: facetWith(top),
  chosen: undefined,
  label: (_filter: unknown, value: string) => value,
  names: new Map<string, string>(),
  now: new Date(0),
});

/** The labels in the order of the reply: by frequency, then by label. */
const ordered = [...counts]
  .map(([value, counter]) => ({ counter, label: nameOf(Number(value)) }))
  .sort((a, b) => b.counter - a.counter || (a.label < b.label ? -1 : 1));

describe("the choices of thousands of words", () => {
  it.each([1, 50, 3_500])("begin with the %i commonest", (top) => {
    const facet = facetWith(top);
    const leading = leadingCounts(facet, counts, undefined);
    const options = facetOptions({ ...asked(top), counts: leading });
    expect(options.map(({ label }) => label)).toEqual(
      ordered.slice(0, top).map(({ label }) => label),
    );
  });

  it("are in the order of their labels without a limit", () => {
    const labels = facetOptions({ ...asked(), counts }).map(
      ({ label }) => label,
    );
    expect(labels).toEqual(ordered.map(({ label }) => label).sort());
  });

  it("keep a chosen word after the commonest", () => {
    const chosen = { kind: "choices" as const, values: ["0"] };
    const options = facetOptions({ ...asked(2), counts, chosen });
    expect(options.map(({ value }) => value).slice(2)).toEqual(["0"]);
  });

  it("are searched with turns for requests in between", async () => {
    let turns = 0;
    const count = (): NodeJS.Immediate =>
      setImmediate(() => {
        turns += 1;
        counting = count();
      });
    let counting = count();
    const found = await matchingCounts({ ...asked(), counts }, "code 119");
    clearImmediate(counting);
    const expected = [...counts.keys()].filter((value) =>
      nameOf(Number(value)).startsWith("CODE 119"),
    );
    expect([...found.keys()]).toEqual(expected);
    expect(turns).toBeGreaterThan(1);
  });
});

describe("the choices of translated words", () => {
  const translated = {
    type: "string",
    "x-dictionary": "code",
    "x-vocabulary": "code",
  };
  const choices = (search?: string) =>
    facetOptions({
      ...asked(),
      facet: { ...facetWith(), field: translated },
      counts: new Map([["1", 3]]),
      dictionaries: {
        load: () => Promise.resolve(),
        find: () => ({ name: "BLACK", rank: null }),
      },
      label: () => "Чёрный",
      search,
    });

  it("have the stored word beside its translation", () => {
    expect(choices()).toEqual([
      { value: "1", label: "Чёрный", word: "BLACK", counter: 3 },
    ]);
  });

  it.each(["чёрн", "bla"])("are found by %s", (search) => {
    expect(choices(search)).toHaveLength(1);
  });

  it("are not found by other texts", () => {
    expect(choices("white")).toEqual([]);
  });
});
