import fc from "fast-check";
import { expect, it } from "vitest";
import lot from "../../schemas/lot.json";
import type { Viewer } from "../../domain/access";
import { compileFormula, computeSum } from "../../domain/computed/formula";
import { casesOf } from "../../domain/computed/rule";
import { ruleConcern } from "../../domain/countryRules";
import { addDays } from "../../domain/japanTime";
import type { RowSchema } from "../../domain/resource";

const { importWarning = {} } = (lot as RowSchema).properties;
const viewer: Viewer = {
  ...{ userId: "1", userType: 0, userLevel: 0, roleId: 0 },
  permissions: {},
  choices: { destination: "Vladivostok" },
};
const days = fc
  .integer({ min: 0, max: 20 * 365 })
  .map((number) => addDays("2020-01-01", number));
const rules = fc.record({
  country: fc.constantFrom("RU", "KE"),
  kind: fc.constantFrom("oldestAge", "youngestAge", "steering", "fee"),
  measuredAt: fc.constantFrom("manufacture", "registration", "arrival", null),
  months: fc.option(fc.integer({ min: 0, max: 400 })),
});

it("a lot has the import warning of lists if its page marks a conflict with a rule", () => {
  fc.assert(
    fc.property(
      days,
      fc.array(rules, { maxLength: 4 }),
      fc.option(fc.integer({ min: 1985, max: 2040 })),
      (today, found, year) => {
        const record = (data: object, id: number) => ({
          id: String(id),
          data: { ...data },
        });
        const port = { destination: "Vladivostok", country: "RU" };
        const tables = new Map([
          ["freight", [record(port, 1)]],
          ["country-rule", found.map(record)],
        ]);
        const formula = compileFormula(casesOf(importWarning), {
          ...{ tables, day: today, viewer },
        });
        const isMarked = found.some(
          (rule) =>
            rule.country === "RU" &&
            ruleConcern(rule, { year, today }) === "conflict",
        );
        expect(computeSum(formula, { year }).total).toBe(Number(isMarked));
      },
    ),
    { numRuns: 3_000 },
  );
});
