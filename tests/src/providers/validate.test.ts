import { Ajv } from "ajv";
import { fullFormats } from "ajv-formats/dist/formats.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkField, checkForm } from "../../../src/providers/validate";
import signIn from "../../../schemas/calls/sign-in.json";

const schema = signIn.definitions.body;

const ajv = new Ajv({ formats: { email: fullFormats.email } });
const validate = ajv.compile(schema);

/** What Ajv says of a form whose empty fields are missing. */
function isRight(values: Record<string, string>): boolean {
  const filled = Object.entries(values).filter(([, text]) => text !== "");
  return validate(Object.fromEntries(filled));
}

const emails = fc.oneof(
  fc.emailAddress(),
  fc.string({ maxLength: 40, unit: "binary" }),
  fc.stringMatching(/^[a-z.@-]{0,12}$/),
  fc.constant(""),
  fc.constant(`${"a".repeat(250)}@b.co`),
);
const passwords = fc.oneof(
  fc.string({ maxLength: 12, unit: "grapheme" }),
  fc.string({ minLength: 195, maxLength: 205 }),
);

describe("the validator of small forms", () => {
  it("takes and refuses exactly what Ajv does", () => {
    fc.assert(
      fc.property(emails, passwords, (email, password) => {
        const problems = checkForm(schema, { email, password });
        expect(Object.keys(problems).length === 0).toBe(
          isRight({ email, password }),
        );
      }),
      { numRuns: 2000 },
    );
  });

  it("says what is wrong, with the length that is asked for", () => {
    expect(checkField(schema, "email", "")).toEqual({ key: "required" });
    expect(checkField(schema, "email", "nobody@")).toEqual({ key: "email" });
    expect(checkField(schema, "password", "12345")).toEqual({
      key: "tooShort",
      length: 6,
    });
    expect(checkField(schema, "password", "x".repeat(201))).toEqual({
      key: "tooLong",
      length: 200,
    });
  });
});
