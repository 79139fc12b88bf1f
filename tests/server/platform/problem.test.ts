import { expect, it } from "vitest";
import { firstProblems } from "../../../server/platform/problem";

const problems = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    file: "locales/en.json",
    pointer: `/texts/${index}`,
    reason: "is missing",
  }));

it("keeps the first 200 problems and counts the others", () => {
  const first = firstProblems(problems(1250));
  expect(first.slice(0, 200)).toEqual(problems(200));
  expect(first.slice(200)).toMatchObject([
    { file: "locales/en.json", reason: "And 1050 more mistakes." },
  ]);
  expect(firstProblems(problems(200))).toEqual(problems(200));
});

it("counts the others as warnings if all of them are", () => {
  const warnings = problems(202).map((problem) => ({
    ...problem,
    severity: "warning" as const,
  }));
  expect(firstProblems(warnings).at(-1)?.severity).toBe("warning");
  const [error] = problems(1);
  const mixed = firstProblems([...warnings, ...(error ? [error] : [])]);
  expect(mixed.at(-1)?.severity).toBeUndefined();
});
