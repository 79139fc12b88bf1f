import { describe, expect, it } from "vitest";
import { withDefaultCalls } from "../../../domain/listing/defaultCalls";
import type { DeclaredResource, RowSchema } from "../../../domain/resource";
import {
  importFaults,
  importWarnings,
} from "../../../server/workspace/checks/importRules";
import { tariffRow, tariffs } from "./records/import/support";

const row: RowSchema = tariffRow;
const faultsOf = (changes: Partial<DeclaredResource>) => {
  const resource = withDefaultCalls({ ...tariffs, ...changes });
  return [...importFaults(resource, row)].map(
    ({ pointer, message }) => `${pointer} ${message?.id ?? ""}`,
  );
};
const key = ["port", "place", "from"];

describe("the declaration of an import", () => {
  it("is valid with a call, a key and a last day", () => {
    expect(faultsOf({})).toEqual([]);
    expect(faultsOf({ calls: {}, import: undefined })).toEqual([]);
  });

  it("needs the call and the key together", () => {
    expect(faultsOf({ import: undefined })).toEqual([
      "/calls/import importNeedsKey",
    ]);
    expect(faultsOf({ calls: {} })).toEqual(["/import importNeedsCall"]);
  });

  it("needs records that everybody shares", () => {
    const faults = ["/import importNeedsRecords"];
    expect(faultsOf({ store: undefined })).toEqual(faults);
    expect(faultsOf({ single: true })).toEqual(faults);
    expect(faultsOf({ owner: { most: 5 } })).toEqual(faults);
  });

  it("has a key of single values that people fill in", () => {
    expect(
      faultsOf({ import: { key: ["port", "tags", "updatedAt"] } }),
    ).toEqual(["/import/key/1 importKeyField", "/import/key/2 importKeyField"]);
  });

  it("has a last day that may be empty, and one first day in the key", () => {
    expect(faultsOf({ import: { key, ends: "note" } })).toEqual([
      "/import/ends importEndsNotDay",
    ]);
    expect(faultsOf({ import: { key, ends: "from" } })).toEqual([
      "/import/ends importEndsNotDay",
    ]);
    expect(faultsOf({ import: { key: ["port"], ends: "until" } })).toEqual([
      "/import/key importNeedsStart",
    ]);
  });

  it("is warned of if two stored rows may have the key", () => {
    const warnings = (imported: string[], unique?: string[]) => [
      ...importWarnings(
        { import: { key: imported } },
        { ...row, ...(unique && { "x-unique": unique }) },
      ),
    ];
    expect(warnings(key)).toEqual([]);
    expect(warnings([...key, "price"])).toEqual([]);
    expect(warnings(["port"])).toMatchObject([
      { pointer: "/import/key", severity: "warning" },
    ]);
    expect(warnings(["port"])[0]?.reason).toContain('"x-unique": ["port"]');
  });
});
