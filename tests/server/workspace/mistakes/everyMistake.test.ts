import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { reasonIn, type Problem } from "../../../../server/platform/problem";
import {
  contentOf,
  leadsSomewhere,
  exampleSet,
  sourcesWith,
  tryCompile,
  type Edit,
} from "./support";
import { exampleSources } from "../../../support/exampleSources";

type Mistake = Edit & {
  name: string;
  /** The reported file and pointer. */
  place: string;
  /** The id of the message, and the name that it suggests. */
  message: string;
};

const table = readFileSync(
  path.join(import.meta.dirname, "mistakes.txt"),
  "utf8",
);
const [wrong = [], warned = []] = table
  .split("## Warnings")
  .map((part) => part.split("\n").flatMap(mistakeOf));

function mistakeOf(line: string): Mistake[] {
  if (!line.includes(" | ") || line.startsWith("#")) return [];
  const [file = "", pointer = "", value = "", place = "", message = ""] =
    line.split(" | ");
  const reported = place === "=" ? pointer : place;
  return [
    {
      name: `${file} ${pointer} ${value.slice(0, 60)}`,
      file,
      pointer,
      value: value === "-" ? undefined : JSON.parse(value),
      place: reported.includes(" ") ? reported : `${file} ${reported}`,
      message,
    },
  ];
}

const problemsOf = (edits: readonly Edit[]): readonly Problem[] => {
  const result = tryCompile(sourcesWith(edits));
  return "problems" in result ? result.problems : result.set.workspace.problems;
};

const placeOf = ({ file, pointer }: Problem) => `${file} ${pointer}`;

/** The id of a message and the name that it suggests. */
function messageOf({ message }: Problem): string {
  const hint = message?.values?.hint;
  const name = typeof hint === "object" ? hint.values?.name : undefined;
  const id = message?.id ?? "";
  return typeof name === "string" ? `${id} ${name}` : id;
}

describe("one mistake", () => {
  it.each(wrong)(
    "is reported with file, pointer and message: $name",
    ({ place, message, ...edit }) => {
      const problems = problemsOf([edit]);
      const found = problems.filter((problem) => placeOf(problem) === place);
      expect(found.map(messageOf), JSON.stringify(problems)).toContain(message);
      expect(problems.every(({ severity }) => severity !== "warning")).toBe(
        true,
      );
      const sources = sourcesWith([edit]);
      for (const { file, pointer } of problems)
        expect(leadsSomewhere(contentOf(file, sources), pointer)).toBe(true);
    },
  );
});

describe("a warning", () => {
  it.each(warned)(
    "does not keep the declarations from acting: $name",
    ({ place, message, ...edit }) => {
      const result = tryCompile(sourcesWith([edit]));
      const problems = "set" in result ? result.set.workspace.problems : [];
      const pointer = place.slice(place.indexOf(" ") + 1);
      const found = problems.filter((problem) => problem.pointer === pointer);
      expect(found.map(messageOf)).toContain(message);
      expect(found[0]?.severity).toBe("warning");
    },
  );

  it("is not reported for the project, or if the field has a label", () => {
    const edit = {
      file: "resources/car-auction.json",
      pointer: "/columns/0/id",
      value: "photo",
    };
    expect(problemsOf([])).toEqual([]);
    expect(problemsOf([edit])).toEqual([]);
  });

  it("names the language that lacks a placeholder", () => {
    const pointer = "/list/perPage";
    const [en] = problemsOf([
      { file: "locales/ru.json", pointer, value: "%{x}" },
    ]);
    expect(en).toMatchObject({ file: "locales/en.json", pointer });
    const [ru] = problemsOf([
      { file: "locales/en.json", pointer, value: "%{x}" },
    ]);
    expect(ru).toMatchObject({ file: "locales/ru.json", pointer });
  });
});

describe("several mistakes", () => {
  const column = "/columns/0/fields/0";
  const cars = "resources/car-auction.json";

  it("are all reported: one wrong file hides nothing of another", () => {
    const problems = problemsOf([
      { file: "schemas/balance.json", pointer: "/tpye", value: "object" },
      { file: cars, pointer: column, value: "x" },
      { file: "feeds/bds.json", pointer: "/name", value: "bbs" },
      { file: "locales/ru.json", pointer: "/list", value: 5 },
    ]);
    expect(problems.map(placeOf)).toEqual([
      "schemas/balance.json /tpye",
      "locales/ru.json /list",
      `${cars} ${column}`,
      "feeds/bds.json /name",
    ]);
  });

  it("are all reported within one object", () => {
    const problems = problemsOf([
      { file: cars, pointer: "/columns/0/width", value: "wide" },
      { file: cars, pointer: column, value: "imges" },
      { file: cars, pointer: "/columns/0/widht", value: 90 },
    ]);
    expect(problems.map(messageOf).sort()).toEqual([
      "unknownField images",
      "unknownKey width",
      "wrongType",
    ]);
  });

  it("leave out what only follows from an invalid schema", () => {
    const type = "/properties/town/type";
    const problems = problemsOf([
      { file: "schemas/lot.json", pointer: type, value: "txt" },
      { file: cars, pointer: column, value: "x" },
    ]);
    expect(problems.map(placeOf)).toEqual([`schemas/lot.json ${type}`]);
  });

  it("begin with the changed type of a core field, not its consequences", () => {
    const [first] = problemsOf([
      {
        file: "schemas/lot.json",
        pointer: "/properties/auctionDate/format",
        value: "date",
      },
    ]);
    expect(first && placeOf(first)).toBe(
      "schemas/lot.json /properties/auctionDate/format",
    );
  });
});

describe("the blamed file", () => {
  it("is the missing file, not a file that refers to it", () => {
    const schemas = exampleSources.schemas.filter(
      ({ file }) => file !== "schemas/lot.json",
    );
    const result = tryCompile({ ...exampleSources, schemas });
    const problems = "problems" in result ? result.problems : [];
    expect(problems.map(placeOf)).toEqual(["schemas/lot.json "]);
  });

  it("is the copy of a list, not the original", () => {
    const content = contentOf("resources/my-bids.json");
    const copy = { file: "resources/a-copy.json", content };
    const resources = [copy, ...exampleSources.resources];
    const result = tryCompile({ ...exampleSources, resources });
    const problems = "problems" in result ? result.problems : [];
    expect(problems.map(placeOf)).toEqual(["resources/a-copy.json /name"]);
  });

  it("is the list that was edited, if two have the same route", () => {
    const [problem] = problemsOf([
      {
        file: "resources/bid-manager.json",
        pointer: "/route",
        value: "/car-auction",
      },
    ]);
    expect(problem?.file).toBe("resources/bid-manager.json");
  });
});

describe("a message", () => {
  it("is available in Russian", () => {
    const edits = [
      { file: "resources/car-auction.json", pointer: "/colums", value: [] },
    ];
    const [problem] = problemsOf(edits);
    const reason = problem && reasonIn(problem, "ru", exampleSet.messages);
    expect(reason).toBe("Неизвестный ключ «colums». Возможно, «columns»?");
  });
});
