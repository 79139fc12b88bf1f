import { describe, expect, it } from "vitest";
import type { Action, Field } from "../../../../domain/resource";
import { nextStep } from "../../../../src/workspace/actions/knownActions";
import { withUnsent } from "../../../../src/workspace/actions/UnsentChanges";
import type { KnownAction } from "../../../../src/workspace/actions/knownActions";

const open: Action = {
  id: "open",
  on: ["row", "selection"],
  method: "PUT",
  path: "/ports/open",
  patch: { isOpen: "open" },
  enabled: { field: "depth", in: [10, 20] },
};

const known = (
  action: Partial<Action> = {},
  field: Field = { type: "boolean" },
): KnownAction => ({
  action: { ...open, ...action },
  asked: [["open", field]],
  choice: null,
});

const deep = { id: "1", row: { depth: 10, isOpen: false } };
const opened = { id: "2", row: { depth: 20, isOpen: true } };
const shallow = { id: "3", row: { depth: 1, isOpen: false } };
const all = [deep, opened, shallow];
const values = { open: true };

const meets = (condition: unknown, row: { depth?: unknown }) =>
  condition === open.enabled && [10, 20].includes(Number(row.depth));

const step = (
  action: KnownAction,
  given: Partial<Parameters<typeof nextStep>[1]> = {},
) =>
  nextStep(action, { records: all, values, isOnline: true, meets, ...given });

describe("an action that is started", () => {
  it("writes the rows that it changes, and counts the rows that it cannot change", () => {
    expect(step(known())).toEqual({
      kind: "write",
      records: [deep],
      values,
      waits: false,
      skipped: 1,
    });
  });

  it("keeps rows that a paste cannot change, so that lines stay with their rows", () => {
    const paste = known({ paste: { key: [] } });
    expect(step(paste, { values: undefined })).toEqual({
      kind: "ask",
      records: all,
    });
  });

  it("does nothing if no row allows it or all rows have its values", () => {
    expect(step(known(), { records: [shallow] })).toEqual({
      kind: "impossible",
    });
    expect(step(known(), { records: [opened] })).toEqual({ kind: "unchanged" });
  });

  it("is refused for more rows than it may change", () => {
    const records = [deep, { ...deep, id: "4" }];
    expect(step(known({ mostRows: 1 }), { records })).toEqual({
      kind: "tooMany",
      most: 1,
    });
    expect(step(known({ mostRows: 2 }), { records }).kind).toBe("write");
  });

  it("asks for values that were not chosen", () => {
    expect(step(known(), { values: undefined })).toEqual({
      kind: "ask",
      records: [deep, opened],
    });
  });

  it("on the whole list needs no row", () => {
    const download = known({ download: true });
    expect(step(download, { records: [] })).toEqual({
      kind: "download",
      record: undefined,
    });
    expect(step(known(), { records: [] }).kind).toBe("write");
  });
});

describe("an action that is started without a connection", () => {
  const isOnline = false;

  it("is kept if its values are chosen, else refused", () => {
    expect(step(known(), { isOnline })).toEqual({
      kind: "keep",
      records: [deep],
      values,
    });
    expect(step(known(), { isOnline, values: undefined })).toEqual({
      kind: "offline",
    });
    expect(step(known({ download: true }), { isOnline })).toEqual({
      kind: "offline",
    });
  });

  it("waits for the connection if it edits fields without money", () => {
    const edits = ["isOpen"];
    expect(step(known({ edits }), { isOnline })).toMatchObject({
      kind: "write",
      waits: true,
    });
    const yen: Field = { type: "integer", "x-unit": "yen" };
    expect(step(known({ edits }, yen), { isOnline }).kind).toBe("keep");
  });
});

describe("a kept change", () => {
  it("replaces former changes of the same rows by the same action", () => {
    const former = { actionId: "open", records: [deep, opened], values };
    const other = { actionId: "close", records: [deep], values };
    const next = { actionId: "open", records: [deep], values: { open: false } };
    expect(withUnsent([former, other], next)).toEqual([
      { ...former, records: [opened] },
      other,
      next,
    ]);
  });
});
