import { describe, expect, it } from "vitest";
import { CallError } from "../../../src/providers/CallError";
import { errorText } from "../../../src/providers/errorText";
import { fieldTexts } from "../../../src/providers/fieldTexts";
import { refusal } from "./fakeServer";

describe("a refused call", () => {
  const texts = { email: ["Taken"], telephone: ["Too short", "No digits"] };

  it.each([
    [{ success: false, errors: texts }],
    [{ email: "Taken", telephone: ["Too short", "No digits"], success: false }],
  ])("has its error texts by field: %j", (reply) => {
    expect(fieldTexts(reply, 422)).toEqual(texts);
  });

  it("has no field texts when it is not about fields", () => {
    expect(fieldTexts({ email: "Taken" }, 404)).toEqual({});
    expect(fieldTexts({ success: false, message: "No" }, 422)).toEqual({});
    expect(fieldTexts(null, 422)).toEqual({});
    const { body } = refusal(422, "insufficient_credit");
    expect(fieldTexts(body, 422)).toEqual({});
  });

  it("is shown with the server's message, else by its code, else as unexpected", () => {
    const textOf = (code: string, message?: string) =>
      errorText(new CallError({ status: 401, code, message }), (key) => key);
    expect(textOf("invalid_credentials", "Wrong")).toBe("Wrong");
    expect(textOf("invalid_credentials")).toBe("errors.invalid_credentials");
    expect(textOf("whatever")).toBe("shell.error.unexpected");
  });
});
