import { describe, expect, it } from "vitest";
import { mostSelectedRows } from "../../../../domain/limits";
import { sessionStore } from "../../../../src/providers/session";
import { signInAs } from "../../bidding/inApp";
import { profileReply } from "../../identity/profiles";
import {
  isWaiting,
  rowChangesOf,
  shownRecords,
  withAccepted,
  withArrived,
  withoutChange,
  withPatch,
  withServerRow,
  type RowChanges,
} from "../../../../src/workspace/listing/rowChanges";

const none: RowChanges = { patches: [], steps: [], ownVersions: {} };
const row = (status: number, version?: number) => ({
  id: "1",
  row: { status, ...(version === undefined ? {} : { version }) },
});
const patchOf = (id: string, status: number) => ({
  id,
  rowId: "1",
  values: { status },
});
const stepOf = (id: string, rowId = "1") => ({
  id,
  rowId,
  runId: id,
  actionId: "set",
  record: row(1),
  before: { status: 1 },
});
const status = (changes: RowChanges, record: ReturnType<typeof row>) =>
  shownRecords([record], changes)?.[0]?.row.status;

describe("a change of a row", () => {
  it("shows at once and over every row that arrives before the reply", () => {
    const changes = withPatch(none, patchOf("a", 2));
    expect(status(changes, row(1, 1))).toBe(2);
    const arrived = withArrived(changes, [row(1, 1)], 0);
    expect(status(arrived, row(1, 1))).toBe(2);
    expect(isWaiting(arrived)).toBe(true);
  });

  it("stays after the reply until the row has its version", () => {
    const accepted = withAccepted(withPatch(none, patchOf("a", 2)), {
      id: "a",
      rowId: "1",
      version: 2,
      now: 0,
    });
    expect(isWaiting(accepted)).toBe(false);
    const old = withArrived(accepted, [row(1, 1)], 0);
    expect(status(old, row(1, 1))).toBe(2);
    expect(withArrived(old, [row(4, 3)], 0).patches).toEqual([]);
    expect(status(old, row(4, 3))).toBe(4);
  });

  it("of a row without a version ends with its values or a later call", () => {
    const accepted = withAccepted(withPatch(none, patchOf("a", 2)), {
      id: "a",
      rowId: "1",
      version: undefined,
      now: 0,
    });
    expect(withArrived(accepted, [row(1)], 5_000).patches).toHaveLength(1);
    expect(withArrived(accepted, [row(2)], 5_000).patches).toEqual([]);
    expect(withArrived(accepted, [row(1)], 10_001).patches).toEqual([]);
  });

  it("of a row that has left the list ends with the pages that could show it", () => {
    const accepted = withAccepted(withPatch(none, patchOf("a", 2)), {
      id: "a",
      rowId: "1",
      version: 2,
      now: 0,
    });
    expect(withArrived(accepted, [], 60_000).patches).toHaveLength(1);
    expect(withArrived(accepted, [], 300_001).patches).toEqual([]);
  });

  it("that fails reverts its own patch and step only", () => {
    const two = withPatch(
      withPatch(none, patchOf("a", 2), stepOf("a")),
      patchOf("b", 3),
      stepOf("b"),
    );
    const failed = withoutChange(two, "a");
    expect(status(failed, row(1))).toBe(3);
    expect(failed.steps.map(({ id }) => id)).toEqual(["b"]);
    expect(status(withoutChange(two, "b"), row(1))).toBe(2);
  });

  it("can be undone five steps back in each row", () => {
    let changes = withPatch(
      none,
      { ...patchOf("x", 2), rowId: "2" },
      stepOf("x", "2"),
    );
    for (const id of ["a", "b", "c", "d", "e", "f"])
      changes = withPatch(changes, patchOf(id, 2), stepOf(id));
    expect(changes.steps.map(({ id }) => id).join("")).toBe("xbcdef");
  });

  it("can be undone in as many rows as two of the largest selections have", () => {
    const most = 2 * mostSelectedRows;
    let changes = none;
    for (let count = 0; count <= most; count += 1) {
      const id = String(count);
      const patch = { ...patchOf(id, 2), rowId: id };
      changes = withPatch({ ...changes, patches: [] }, patch, stepOf(id, id));
    }
    expect(changes.steps).toHaveLength(most);
    expect(changes.steps[0]?.rowId).toBe("1");
  });

  it("is forgotten when the session of its user ends", () => {
    signInAs(profileReply());
    const { userId } = profileReply().detail;
    const store = rowChangesOf(userId, "ports");
    store.set(withPatch(none, patchOf("a", 2), stepOf("a")));
    expect(rowChangesOf(userId, "ports").get().steps).toHaveLength(1);
    sessionStore.set({ status: "anonymous" });
    expect(rowChangesOf(userId, "ports").get().steps).toEqual([]);
  });

  it("that conflicts shows the server's row and forgets the row's steps", () => {
    const changes = withPatch(none, patchOf("a", 2), stepOf("a"));
    const conflict = withServerRow(withoutChange(changes, "b"), {
      id: "s",
      rowId: "1",
      values: { status: 4, version: 3 },
      now: 0,
    });
    expect(status(conflict, row(1, 1))).toBe(4);
    expect(conflict.steps).toEqual([]);
  });

  it("leaves the objects of other rows as they are", () => {
    const changes = withPatch(none, patchOf("a", 2));
    const other = { id: "2", row: { status: 1 } };
    const record = row(1);
    const first = shownRecords([record, other], changes);
    const second = shownRecords([record, other], changes);
    expect(first?.[1]).toBe(other);
    expect(second?.[0]).toBe(first?.[0]);
  });
});
