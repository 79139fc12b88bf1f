import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { signInBody } from "../../../generated/signInValidator";
import { placeBidBody } from "../../../generated/validators";
import signInCall from "../../../schemas/calls/sign-in.json";
import placeBidCall from "../../../schemas/calls/place-bid.json";
import { createAjv } from "../../../server/platform/schemas/ajv";
import { checkForm } from "../../../src/providers/fieldProblems";

const signIn = createAjv().compile(signInCall.definitions.body);
const placeBid = createAjv().compile(placeBidCall.definitions.body);

const emails = fc.oneof(
  fc.emailAddress(),
  fc.string({ maxLength: 40, unit: "binary" }),
  fc.stringMatching(/^[a-z.@-]{0,12}$/),
  fc.constant(`${"a".repeat(250)}@b.co`),
);
const passwords = fc.oneof(
  fc.string({ maxLength: 12, unit: "grapheme" }),
  fc.string({ minLength: 195, maxLength: 205 }),
);
const bids = fc.record(
  {
    carId: fc.oneof(fc.nat().map(String), fc.string({ maxLength: 4 })),
    amount: fc.oneof(fc.integer(), fc.double(), fc.string({ maxLength: 3 })),
    confirm: fc.integer({ min: -1, max: 2 }),
    comment: fc.oneof(
      fc.string({ maxLength: 20 }),
      fc.string({ minLength: 998, maxLength: 1002 }),
    ),
    bidGroup: fc.integer({ min: -3, max: 9 }),
  },
  { requiredKeys: [] },
);

describe("the checks of forms in the browser", () => {
  it("agree with the server about logins", () => {
    fc.assert(
      fc.property(emails, passwords, (email, password) => {
        const filled = Object.fromEntries(
          Object.entries({ email, password }).filter(([, text]) => text !== ""),
        );
        const isRight = signIn(filled);
        const problems = checkForm(signInBody, { email, password });
        expect(Object.keys(problems).length === 0).toBe(isRight);
      }),
      { numRuns: 1000 },
    );
  });

  it("agree with the server about bids", () => {
    fc.assert(
      fc.property(bids, (bid) => {
        expect(placeBidBody(bid)).toBe(placeBid(bid));
      }),
      { numRuns: 1000 },
    );
  });

  it("name the problem of a field and the required length", () => {
    const of = (email: string, password: string) =>
      checkForm(signInBody, { email, password });
    expect(of("", "123456").email).toEqual({ key: "required" });
    expect(of("nobody@", "123456").email).toEqual({ key: "email" });
    expect(of("a@b.co", "12345").password).toEqual({
      key: "tooShort",
      length: 5,
    });
    expect(of("a@b.co", "x".repeat(201)).password).toEqual({
      key: "tooLong",
      length: 201,
    });
    expect(of("a@b.co", "123456")).toEqual({});
  });
});
