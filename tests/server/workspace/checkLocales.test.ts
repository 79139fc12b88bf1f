import { describe, expect, it } from "vitest";
import { errorCodes } from "../../../server/platform/errors";
import { createMessages } from "../../../server/platform/messages";
import { createLog } from "../../../server/platform/log";
import { declare } from "../../support/declared";
import { checkLocales } from "../../../server/workspace/checks/checkLocales";

const errors = Object.fromEntries(errorCodes.map((code) => [code, code]));
const check = (en: object, ru: object) =>
  checkLocales(
    createMessages({ en: { errors, ...en }, ru: { errors, ...ru } }),
  );

describe("the locales of the project", () => {
  it("have the same keys, placeholders and plural forms", () => {
    const log = createLog("silent");
    const { messages } = declare({ root: process.cwd(), log });
    expect(checkLocales(messages)).toEqual([]);
  });
});

describe("languages that differ", () => {
  it.each([
    [
      "a key that one lacks",
      { a: { b: "B" } },
      {},
      "ru",
      "The text is missing.",
    ],
    ["an empty text", { a: "A" }, { a: " " }, "ru", "Must not be empty."],
    [
      "another placeholder",
      { a: "%{n} cars" },
      { a: "%{m}" },
      "ru",
      "Lacks %{n}",
    ],
    [
      "two forms in Russian",
      { a: "x |||| y" },
      { a: "x |||| y" },
      "ru",
      "Has 2 plural",
    ],
    [
      "three forms in English",
      { a: "x||||y||||z" },
      { a: "x||||y||||z" },
      "en",
      "Has 3 plural",
    ],
  ])("are reported: %s", (_name, en, ru, language, reason) => {
    const problems = check(en, ru);
    expect(problems).toHaveLength(1);
    expect(problems[0]?.file).toBe(`locales/${language}.json`);
    expect(problems[0]?.reason).toContain(reason);
  });

  it("get a hint for one misspelt key, not for a file of other keys", () => {
    const [slip] = check({ colour: "a" }, { color: "a" });
    expect(slip?.reason).toBe('The text is missing. Did you mean "colour"?');
    const many = (prefix: string) =>
      Object.fromEntries(
        Array.from({ length: 3000 }, (_, index) => [`${prefix}${index}`, "a"]),
      );
    const problems = check(many("price"), many("prices"));
    expect(problems).toHaveLength(6000);
    expect(problems.at(-1)?.reason).toBe("The text is missing.");
  });

  it("have a text for each error code", () => {
    const problems = checkLocales(createMessages({}));
    expect(problems).toHaveLength(2 * errorCodes.length);
  });
});
