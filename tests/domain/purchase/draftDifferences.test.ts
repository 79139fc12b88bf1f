import { describe, expect, it } from "vitest";
import {
  draftDifferences,
  type DraftTexts,
} from "../../../domain/purchase/draftDifferences";

const purchase: DraftTexts = {
  consignee: "Ivan Petrov",
  notifyParty: null,
  vessel: "Morning Lady",
  voyage: "126A",
  exportPort: "Yokohama",
  dischargePort: "Vladivostok",
  chassis: "NHP10-6512345",
};
const empty: DraftTexts = {
  ...{ consignee: null, notifyParty: null, vessel: null, voyage: null },
  ...{ exportPort: null, dischargePort: null, chassis: null },
};

describe("the differences of a draft of a bill of lading", () => {
  it("are unknown until an entry of the draft has been read", () => {
    expect(draftDifferences(empty, purchase)).toBe(null);
    expect(draftDifferences({ ...empty, vessel: " - " }, purchase)).toBe(null);
  });

  it("are the entries that the purchase has otherwise, or not at all", () => {
    const draft = {
      ...empty,
      consignee: "Ivan Petrow",
      vessel: "Morning Lady",
    };
    expect(draftDifferences(draft, purchase)).toEqual(["consignee"]);
    const unknown = { ...purchase, vessel: null };
    expect(draftDifferences(draft, unknown)).toEqual(["consignee", "vessel"]);
    const chassis = { ...empty, chassis: "NHP10-6512354" };
    expect(draftDifferences(chassis, purchase)).toEqual(["chassis"]);
  });

  it("do not count capitals, spaces and punctuation", () => {
    const draft = {
      ...{ ...purchase, consignee: "IVAN  PETROV.", vessel: "MORNING-LADY" },
      ...{ notifyParty: "Ivan Petrov", chassis: "ＮＨＰ１０ 6512345" },
    };
    expect(draftDifferences(draft, purchase)).toEqual([]);
  });

  it("know the notify party that is the consignee", () => {
    const draft = { ...empty, notifyParty: "SAME AS CONSIGNEE" };
    expect(draftDifferences(draft, purchase)).toEqual([]);
    const other = { ...purchase, notifyParty: "Far East Cars" };
    expect(draftDifferences(draft, other)).toEqual(["notifyParty"]);
  });
});
