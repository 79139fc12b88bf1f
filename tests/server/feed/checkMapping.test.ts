import { describe, expect, it } from "vitest";
import { checkMapping } from "../../../server/feed/checkMapping";
import { projectSchemas } from "./support";

const schemas = projectSchemas();

const basicFields = {
  lotNo: { from: "LOT" },
  maker: { from: "MAKER" },
  model: { from: "MODEL" },
};

/** Removes undefined values, which a file cannot contain. */
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
  it("may map the fields of its areas only", () => {
    expect(problemsOf({ fields: { rateEngine: { from: "R" } } })).toEqual([]);
    expect(problemsOf({ fields: { chassis: { from: "K" } } })).toEqual([
      expect.stringMatching(/^\/fields\/chassis .*"chassis"/),
    ]);
    const both = { areas: ["bikes", "auction"] };
    expect(problemsOf({ ...both, fields: { chassis: { from: "K" } } })).toEqual(
      [],
    );
  });

  it.each([
    [{ encoding: "klingon" }, /^\/encoding .*klingon/],
    [
      {
        fields: {
          lotNo: {
            from: "L",
            amongPhotos: { of: "imagse", by: "lotNo", places: { "/(/": 1 } },
          },
        },
      },
      /^\/fields\/lotNo\/amongPhotos\/of .*"imagse"/,
    ],
    [
      { fields: { lotNo: { from: "L", take: "(" } } },
      /^\/fields\/lotNo\/take /,
    ],
    [
      { fields: { lotNo: { from: "L", take: "^\\d+" } } },
      /^\/fields\/lotNo\/take .*no group/,
    ],
    [
      { fields: { lotNo: { from: "L", take: "^(a+)+$" } } },
      /^\/fields\/lotNo\/take .*exponential time/,
    ],
    [
      { download: { query: { sql: "limit {ofset}" } } },
      /^\/download\/query\/sql .*\{ofset\}.*"offset"/,
    ],
    [
      { extraImages: { url: "/{id}", headers: { "X-Key": "{kee}" } } },
      /^\/extraImages\/headers\/X-Key .*\{kee\}.*"key"/,
    ],
    [{ extraImages: { url: "http://a.example/{id}" } }, /^\/extraImages\/url /],
    [{ extraImages: { url: "//a.example/{id}" } }, /^\/extraImages\/url /],
    [{ fields: { lotNo: undefined } }, /^\/fields "lotNo" is missing/],
    [
      { fields: { status: { from: "S", unknown: 4599 } } },
      /^\/fields\/status\/unknown .*4599/,
    ],
    [
      { fields: { status: { from: "S", map: { "a/b": "sold" } } } },
      /^\/fields\/status\/map\/a~1b .*"sold"/,
    ],
    [
      { fields: { year: { from: "Y", as: "text" } } },
      /^\/fields\/year\/as .*string.*integer/,
    ],
    [
      { fields: { grade: { from: "G", times: 1000 } } },
      /^\/fields\/grade\/times .*integer, number.*text/,
    ],
    [
      { download: { query: { limit: "{size}" }, pages: { size: 9 } } },
      /^\/download\/pages .*\{page\} or \{offset\}/,
    ],
    [
      { fields: { year: { from: "Y", requird: true } } },
      /^\/fields\/year\/requird .*"required"/,
    ],
    [
      { fields: { grade: {} } },
      /^\/fields\/grade .*one of from, flags and value/,
    ],
    [
      { fields: { grade: { from: "G", value: "S" } } },
      /^\/fields\/grade .*one of from, flags and value/,
    ],
    [
      { fields: { grade: { value: "S", case: "lower" } } },
      /^\/fields\/grade\/case .*value/,
    ],
    [
      { fields: { grade: { from: "G", join: " " } } },
      /^\/fields\/grade\/join .*from/,
    ],
    [{ fields: { year: { value: "old" } } }, /^\/fields\/year\/value .*"old"/],
    [
      { fields: { year: { flags: { A: "B" } } } },
      /^\/fields\/year\/flags .*list/,
    ],
    [
      { fields: { grade: { from: "G", currency: "USD" } } },
      /^\/fields\/grade\/currency .*integer, number/,
    ],
    [
      { fields: { startPrice: { from: "P", currency: "usd" } } },
      /^\/fields\/startPrice\/currency /,
    ],
    [
      { fields: { grade: { from: [{ column: "G", take: "^a" }] } } },
      /^\/fields\/grade\/from\/0\/take .*no group/,
    ],
    [
      { fields: { grade: { from: [{ colum: "G" }] } } },
      /^\/fields\/grade\/from\/0.*"column"/,
    ],
    [
      { fields: { grade: { from: "G", map: { "/(a+)+$/": "S" } } } },
      /^\/fields\/grade\/map\/~1\(a\+\)\+\$~1 .*exponential/,
    ],
    [{ formats: ["pdf"] }, /^\/formats\/0 .*"pdf"/],
  ])("is rejected with pointer and reason: %j", (changes, problem) => {
    expect(problemsOf(changes)).toContainEqual(expect.stringMatching(problem));
  });
});
