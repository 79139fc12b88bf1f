import { expect, it } from "vitest";
import { firstProblems } from "../../../server/platform/problem";

const problems = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    file: "locales/en.json",
    pointer: `/texts/${index}`,
    reason: "is missing",
  }));

it("tells of the first two hundred problems, and how many more there are", () => {
  const told = firstProblems(problems(1250));
  expect(told.slice(0, 200)).toEqual(problems(200));
  expect(told.slice(200)).toEqual([
    {
      file: "locales/en.json",
      pointer: "",
      reason: "and 1050 more that are wrong",
    },
  ]);
  expect(firstProblems(problems(200))).toEqual(problems(200));
});
