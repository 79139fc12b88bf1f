import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { contentOf, leadsSomewhere, sourcesWith, tryCompile } from "./support";

type Mistake = {
  name: string;
  file: string;
  pointer: string;
  value: unknown;
  /** The file, where it is another one, and the pointer. */
  told: string;
  reason: string;
};

const table = readFileSync(
  path.join(import.meta.dirname, "mistakes.txt"),
  "utf8",
);
const [wrong = [], warned = []] = table
  .split("## Warnings")
  .map((part) => part.split("\n").flatMap(mistakeOf));

function mistakeOf(line: string): Mistake[] {
  if (line === "" || !line.includes(" | ") || line.startsWith("#")) return [];
  const [file = "", pointer = "", value = "", told = "", reason = ""] =
    line.split(" | ");
  return [
    {
      name: `${file} ${pointer} ${value}`,
      file,
      pointer,
      value: value === "-" ? undefined : JSON.parse(value),
      told: told === "=" ? pointer : told,
      reason,
    },
  ];
}

describe("each mistake", () => {
  it("of a hundred is tried", () => {
    expect(wrong.length).toBeGreaterThan(100);
    expect(warned.length).toBeGreaterThan(8);
  });

  it.each(wrong)(
    "is refused by file, pointer and reason: $name",
    ({ file, pointer, value, told, reason }) => {
      const sources = sourcesWith([{ file, pointer, value }]);
      const result = tryCompile(sources);
      const problems = "problems" in result ? result.problems : [];
      const wanted = told.includes(" ") ? told : `${file} ${told}`;
      const places = problems.map((one) => `${one.file} ${one.pointer}`);
      expect(places).toContain(wanted);
      const reasons = problems
        .filter((_, index) => places[index] === wanted)
        .map((one) => one.reason);
      expect(reasons.join("\n")).toContain(reason);
      for (const one of problems)
        expect([
          one,
          leadsSomewhere(contentOf(one.file, sources), one.pointer),
        ]).toEqual([one, true]);
    },
  );
});

describe("several mistakes at once", () => {
  const problemsOf = (edits: Parameters<typeof sourcesWith>[0]) => {
    const result = tryCompile(sourcesWith(edits));
    const problems = "problems" in result ? result.problems : [];
    return problems.map(({ file, pointer }) => `${file} ${pointer}`);
  };
  const column = "/columns/0/fields/0";

  it("are all told: a wrong schema hides nothing of other files", () => {
    expect(
      problemsOf([
        { file: "schemas/balance.json", pointer: "/tpye", value: "object" },
        { file: "resources/car-auction.json", pointer: column, value: "x" },
        { file: "feeds/bds.json", pointer: "/name", value: "bbs" },
        { file: "locales/ru.json", pointer: "/list", value: 5 },
      ]),
    ).toEqual([
      "schemas/balance.json /tpye",
      "locales/ru.json /list",
      `resources/car-auction.json ${column}`,
      "feeds/bds.json /name",
    ]);
  });

  it("are told without what only follows from a schema that is left out", () => {
    const type = "/properties/town/type";
    expect(
      problemsOf([
        { file: "schemas/lot.json", pointer: type, value: "txt" },
        { file: "resources/car-auction.json", pointer: column, value: "x" },
      ]),
    ).toEqual([`schemas/lot.json ${type}`]);
  });
});

describe("a warning", () => {
  it.each(warned)(
    "stops nothing, and is told to the admin: $name",
    ({ file, pointer, value, told, reason }) => {
      const result = tryCompile(sourcesWith([{ file, pointer, value }]));
      const problems = "set" in result ? result.set.workspace.problems : [];
      expect(problems.map((one) => one.pointer)).toContain(told);
      const reasons = problems
        .filter((one) => one.pointer === told)
        .map((one) => one.reason);
      expect(reasons.join("\n")).toContain(reason);
    },
  );

  it("is none where the field of a column has a label, and none as it is", () => {
    const edit = {
      file: "resources/car-auction.json",
      pointer: "/columns/0/id",
      value: "photo",
    };
    for (const edits of [[], [edit]]) {
      const result = tryCompile(sourcesWith(edits));
      expect("set" in result && result.set.workspace.problems).toEqual([]);
    }
  });
});
