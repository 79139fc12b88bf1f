import { describe, expect, it } from "vitest";
import {
  missingParties,
  type Consignee,
} from "../../../domain/purchase/missingParties";

const complete: Consignee = {
  ...{ fullName: "Ivan Petrov", country: "RU", address: "Svetlanskaya 1" },
  ...{ telephone: null, email: null, documents: null, day: "2026-12-01" },
};
const rule = {
  ...{ country: "Russia", needs: ["document", "email"] },
  ...{ validFrom: "2026-01-01", validUntil: null },
};

describe("what the consignee lacks for the draft of the bill of lading", () => {
  it("is the name, the country and the address in every country", () => {
    const empty = { fullName: null, country: null, address: "  " };
    expect(missingParties({ ...complete, ...empty }, [])).toEqual([
      ...["fullName", "country", "address"],
    ]);
    expect(missingParties(complete, [])).toEqual([]);
  });

  it("follows the rules of the country, by its code or its English name", () => {
    expect(missingParties(complete, [rule])).toEqual(["document", "email"]);
    expect(missingParties(complete, [{ ...rule, country: "RU" }])).toEqual([
      ...["document", "email"],
    ]);
    expect(missingParties({ ...complete, country: "KE" }, [rule])).toEqual([]);
    const filled = { documents: [{}], email: "ivan@example.com" };
    expect(missingParties({ ...complete, ...filled }, [rule])).toEqual([]);
  });

  it("counts the rules that are valid on the day of arrival", () => {
    const ended = { ...rule, validUntil: "2026-11-30" };
    const later = { ...rule, validFrom: "2026-12-02" };
    expect(missingParties(complete, [ended, later])).toEqual([]);
    const last = { ...rule, validUntil: "2026-12-01" };
    expect(missingParties(complete, [last])).toEqual(["document", "email"]);
  });
});
