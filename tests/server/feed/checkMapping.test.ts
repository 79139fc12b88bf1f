import { describe, expect, it } from "vitest";
import { checkMapping } from "../../../server/feed/checkMapping";
import { projectSchemas } from "./support";

const schemas = projectSchemas();

const basicFields = {
  lotNo: { from: "LOT" },
  maker: { from: "MAKER" },
  model: { from: "MODEL" },
};

/** Without what is undefined, as a file would be. */
const asJson = (value: object): unknown => JSON.parse(JSON.stringify(value));

const problemsOf = (changes: { fields?: object; [key: string]: unknown }) =>
  checkMapping(
    {
      file: "feeds/x.json",
      content: asJson({
        name: "x",
        formats: ["xml"],
        areas: ["bikes"],
        sourceId: ["ID"],
        ...changes,
        fields: { ...basicFields, ...changes.fields },
      }),
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
      "/fields/lotNo/take has no group that says what is taken",
    ],
    [
      { download: { query: { sql: "limit {ofset}" } } },
      '/download/query/sql nothing stands for {ofset}; did you mean "offset"?',
    ],
    [
      { fields: { lotNo: { from: "L", take: "^(a+)+$" } } },
      "/fields/lotNo/take can take exponential time: a repeated part matches a text in several ways",
    ],
    [
      { fields: { lotNo: undefined } },
      '/fields "lotNo" is missing, which every bike has',
    ],
    [
      { fields: { status: { from: "S", unknown: 4599 } } },
      "/fields/status/unknown gives 4599, which the field refuses: 4599 is not known here; there is 4531, 4532, 4533, 4534, 4535, 4536, 4537, 4538",
    ],
    [
      { fields: { status: { from: "S", map: { "a/b": "sold" } } } },
      '/fields/status/map/a~1b gives "sold", which the field refuses: is "sold", where a whole number is wanted',
    ],
    [
      { fields: { year: { from: "Y", as: "text" } } },
      "/fields/year/as gives string, and the field is of type integer",
    ],
    [
      { fields: { grade: { from: "G", times: 1000 } } },
      "/fields/grade/times is for fields read as integer or number, and this one is read as text",
    ],
    [
      { download: { query: { limit: "{size}" }, pages: { size: 9 } } },
      "/download/pages nothing asks for the next page: {page} or {offset} is missing",
    ],
    [
      { fields: { year: { from: "Y", requird: true } } },
      '/fields/year/requird unknown key "requird"; did you mean "required"?',
    ],
    [
      { formats: ["pdf"] },
      '/formats/0 "pdf" is not known here; there is "json", "xml", "csv"',
    ],
  ])("is refused by pointer and reason: %j", (changes, problem) => {
    expect(problemsOf(changes)).toContain(problem);
  });
});
