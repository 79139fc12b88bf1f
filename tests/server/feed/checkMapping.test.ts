import { describe, expect, it } from "vitest";
import { checkMapping } from "../../../server/feed/checkMapping";
import { projectSchemas } from "./support";

const schemas = projectSchemas();

const problemsOf = (changes: object) =>
  checkMapping(
    {
      file: "feeds/x.json",
      content: {
        name: "x",
        formats: ["xml"],
        areas: ["bikes"],
        sourceId: ["ID"],
        fields: { lotNo: { from: "LOT" } },
        ...changes,
      },
    },
    schemas,
  ).map(({ pointer, reason }) => `${pointer} ${reason}`);

describe("the mapping of a feed", () => {
  it("may name the fields of its areas' rows", () => {
    expect(problemsOf({ fields: { rateEngine: { from: "R" } } })).toEqual([]);
    expect(problemsOf({ fields: { chassis: { from: "K" } } })).toEqual([
      expect.stringMatching(/^\/fields\/chassis a lot has no such field/),
    ]);
    const both = { areas: ["bikes", "auction"] };
    expect(problemsOf({ ...both, fields: { chassis: { from: "K" } } })).toEqual(
      [],
    );
  });

  it.each([
    [{ encoding: "klingon" }, '/encoding there is no encoding "klingon"'],
    [
      { fields: { lotNo: { from: "L", take: "(" } } },
      "/fields/lotNo/take is no regular expression",
    ],
    [
      { fields: { lotNo: { from: "L", take: "^\\d+" } } },
      "/fields/lotNo/take has no group",
    ],
    [
      { download: { query: { sql: "limit {ofset}" } } },
      '/download/query/sql nothing stands for {ofset}; did you mean "offset"?',
    ],
    [
      { formats: ["pdf"] },
      "/formats/0 must be equal to one of the allowed values",
    ],
  ])("is refused by pointer and reason: %j", (changes, problem) => {
    expect(problemsOf(changes)).toContain(problem);
  });
});
