import { describe, expect, it } from "vitest";
import { errorCodes } from "../../../server/platform/errors";
import {
  createMessages,
  loadMessages,
} from "../../../server/platform/messages";
import { checkLocales } from "../../../server/workspace/checks/checkLocales";

const errors = Object.fromEntries(errorCodes.map((code) => [code, code]));
const check = (en: object, ru: object) =>
  checkLocales(
    createMessages({ en: { errors, ...en }, ru: { errors, ...ru } }),
  );

describe("the locales of the project", () => {
  it("have the same keys, placeholders and plural forms", () => {
    expect(checkLocales(loadMessages(process.cwd()))).toEqual([]);
  });
});

describe("languages that differ", () => {
  it.each([
    ["a key that one lacks", { a: { b: "B" } }, {}, "ru", "is missing"],
    ["an empty text", { a: "A" }, { a: " " }, "ru", "is empty"],
    [
      "another placeholder",
      { a: "%{n} cars" },
      { a: "%{m}" },
      "ru",
      "has %{m}",
    ],
    [
      "two forms in Russian",
      { a: "x |||| y" },
      { a: "x |||| y" },
      "ru",
      "has 2",
    ],
    [
      "three forms in English",
      { a: "x||||y||||z" },
      { a: "x||||y||||z" },
      "en",
      "has 3",
    ],
  ])("are told: %s", (_name, en, ru, language, reason) => {
    const problems = check(en, ru);
    expect(problems).toHaveLength(1);
    expect(problems[0]?.file).toBe(`locales/${language}.json`);
    expect(problems[0]?.reason).toContain(reason);
  });

  it("are told of a slip of the hand, not of a file of other names", () => {
    const [slip] = check({ colour: "a" }, { color: "a" });
    expect(slip?.reason).toBe('is missing; did you write "color"?');
    const many = (prefix: string) =>
      Object.fromEntries(
        Array.from({ length: 3000 }, (_, index) => [`${prefix}${index}`, "a"]),
      );
    const problems = check(many("price"), many("prices"));
    expect(problems).toHaveLength(6000);
    expect(problems.at(-1)?.reason).toBe("is missing");
  });

  it("are told of an error code without a text", () => {
    const problems = checkLocales(createMessages({}));
    expect(problems).toHaveLength(2 * errorCodes.length);
  });
});
