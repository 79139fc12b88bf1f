import { describe, expect, it } from "vitest";
import { changedIds, changedRows } from "../../domain/liveEvent";

const changed = changedRows([
  { name: "bids", data: { bidIds: ["7"], lotIds: ["70"] } },
  { name: "records", data: { lists: [{ list: "berths", ids: ["3"] }] } },
]);
const row = {
  properties: { bidId: { title: "Bid", type: "string" } },
} as const;

describe("the changed rows of a list", () => {
  if (!changed) throw new Error("The events name their rows.");

  it("are bids in a list of bids", () => {
    expect(changedIds(changed, { name: "berths" }, row)).toEqual(["7"]);
  });

  it("are records in a list of records, also of records that refer to bids", () => {
    const berths = { name: "berths", store: "records" } as const;
    expect(changedIds(changed, berths, row)).toEqual(["3"]);
  });
});
