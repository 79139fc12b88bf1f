import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Action, Resource } from "../../../../domain/resource";
import { withDefaultCalls } from "../../../../domain/listing/defaultCalls";
import {} from "../../../../src/providers/createWorkspace";
import {
  rowChangesOf,
  shownRecords,
  withArrived,
} from "../../../../src/workspace/listing/rowChanges";
import type { WriteScope } from "../../../../src/workspace/actions/writeCalls";
import {
  undoValues,
  writeRows,
} from "../../../../src/workspace/actions/writeRows";
import type { Row } from "../../../../src/providers/dataProvider";
import {
  sessionStore,
  type SignedInSession,
} from "../../../../src/providers/session";
import { fakeServer, refusal } from "../../providers/fakeServer";

const action: Action = {
  id: "set",
  on: ["row", "selection"],
  method: "PUT",
  path: "/offer/state",
  bulk: "/offer/states",
  values: { offerId: "@key", version: "@version", sure: 0 },
  undo: { undo: true },
  patch: { state: "next" },
};

const resource: Resource = withDefaultCalls({
  name: "offers",
  route: "/offers",
  row: "offer",
  key: "id",
  columns: [{ id: "state", fields: ["state"] }],
  filters: [],
  sorts: [],
  table: "grid",
  views: ["default"],
});

const recordOf = (id: string) => ({ id, row: { id, state: 1, version: 1 } });
/** The body of a call for one row, or of the call for many rows. */
type Body = { offerId: string; version: number; rows: { offerId: string }[] };

let lists = 0;

function signInAs(userId: string | null): void {
  const viewer = { userId, permissions: {} };
  const session = { status: "authenticated", viewer } as SignedInSession;
  sessionStore.set(userId === null ? { status: "anonymous" } : session);
}

describe("writing rows", () => {
  let scope: WriteScope;
  const bodies: unknown[] = [];
  const keys = new Set<string | null>();
  /** The rows that the server has; null if it cannot be reached. */
  let rows: ReadonlyMap<string, Row> | null = null;

  afterEach(() => {
    vi.useRealTimers();
  });
  beforeEach(() => {
    bodies.length = 0;
    keys.clear();
    lists += 1;
    signInAs("1");
    scope = {
      userId: "1",
      workspace: {
        isOwnServer: true,
        row: () => ({
          $id: "offer",
          title: "Offer",
          type: "object",
          properties: { id: {}, state: {}, version: {} },
        }),
      },
      resource,
      changes: rowChangesOf("1", `offers ${lists}`),
      reload: () => Promise.resolve(rows),
      keys: new Map(),
    };
  });

  const serve = (answer: (body: Body) => { status?: number; body?: unknown }) =>
    fakeServer(({ body, headers, keepalive }) => {
      bodies.push(body);
      keys.add(headers.get("idempotency-key"));
      expect(keepalive).toBe(true);
      return answer(body as Body);
    });

  const stateOf = (id: string) =>
    shownRecords([recordOf(id)], scope.changes.get())?.[0]?.row;
  const to = (id: string, next: number) => ({
    record: recordOf(id),
    values: { next },
  });

  it("sends writes of one row one after the other, each with the version of the last", async () => {
    serve(({ version }) => ({
      body: { success: true, version: version + 1 },
    }));
    const both = [
      writeRows(scope, action, [to("1", 2)]),
      writeRows(scope, action, [to("1", 3)]),
    ];
    expect(stateOf("1")).toMatchObject({ state: 3 });
    await Promise.all(both);
    expect(bodies).toEqual([
      { offerId: "1", version: 1, sure: 0, next: 2 },
      { offerId: "1", version: 2, sure: 0, next: 3 },
    ]);
    expect(keys.size).toBe(2);
    expect(stateOf("1")).toMatchObject({ state: 3, version: 3 });
  });

  it("shows the values that the action gives by itself, and takes them back", async () => {
    const close: Action = {
      ...action,
      values: { version: "@version", closedOn: "@today", next: 9 },
      patch: { state: "next", closedOn: "closedOn" },
    };
    serve(({ version }) => ({
      body: { success: true, version: version + 1 },
    }));
    // The evening before in London is this day in Japan.
    vi.setSystemTime("2026-11-19T20:00:00Z");
    const today = "2026-11-20";
    const closing = writeRows(scope, close, [
      { record: recordOf("1"), values: {} },
    ]);
    expect(stateOf("1")).toMatchObject({ state: 9, closedOn: today });
    await closing;
    const [step] = scope.changes.get().steps;
    if (!step) throw new Error("no step");
    const { record } = step;
    const values = undoValues(close, step);
    await writeRows(scope, close, [{ record, values, undoes: step }]);
    expect(stateOf("1")).toMatchObject({ state: 1, closedOn: null });
    expect(bodies).toEqual([
      { version: 1, closedOn: today, next: 9 },
      { version: 2, closedOn: null, next: 1, undo: true },
    ]);
  });

  it("reverts only the refused row of a bulk call", async () => {
    const calls = serve(({ rows }) => ({
      body: {
        success: true,
        results: rows.map(({ offerId }) =>
          offerId === "2"
            ? { success: false, error: "Too late" }
            : { success: true, version: 2 },
        ),
      },
    }));
    const writes = ["1", "2", "3"].map((id) => to(id, 2));
    const results = await writeRows(scope, action, writes);
    expect(calls).toEqual(["PUT /api/offer/states"]);
    expect(results.map(({ error }) => error !== undefined)).toEqual([
      false,
      true,
      false,
    ]);
    expect(["1", "2", "3"].map((id) => stateOf(id)?.state)).toEqual([2, 1, 2]);
    expect(scope.changes.get().steps.map(({ rowId }) => rowId)).toEqual([
      "1",
      "3",
    ]);
  });

  it("reverts a change that a reply of 200 refuses, row by row on other servers", async () => {
    scope.workspace = { ...scope.workspace, isOwnServer: false };
    const calls = serve(({ offerId }) => ({
      body:
        offerId === "1" ? { success: true, error: "No" } : { success: true },
    }));
    await writeRows(scope, action, [to("1", 2), to("2", 2)]);
    expect(calls).toHaveLength(2);
    expect(keys).toEqual(new Set([null]));
    expect([stateOf("1")?.state, stateOf("2")?.state]).toEqual([1, 2]);
  });

  it("shows the server's row after a conflict and cannot undo over it", async () => {
    serve(() => ({
      status: 409,
      body: { messageCode: "stale_row", current: { state: 4, version: 7 } },
    }));
    await writeRows(scope, action, [to("1", 2)]);
    expect(stateOf("1")).toMatchObject({ state: 4, version: 7 });
    expect(scope.changes.get().steps).toEqual([]);
  });

  it("ends after a 401 if nobody is signed in any more", async () => {
    fakeServer(() => {
      signInAs(null);
      return refusal(401, "session_expired");
    });
    const [result] = await writeRows(scope, action, [to("1", 2)]);
    expect(result?.error).toMatchObject({ status: 401 });
    expect(stateOf("1")).toMatchObject({ state: 1 });
  });

  it("sends no further call of a long run once another person has signed in", async () => {
    serve(() => {
      signInAs("2");
      return { body: { success: true } };
    });
    const { bulk: _, ...single } = action;
    const writes = ["1", "2", "3"].map((id) => to(id, 2));
    const results = await writeRows(scope, single, writes);
    expect(bodies).toHaveLength(1);
    expect(results.map(({ error }) => error)).toMatchObject([
      undefined,
      { status: 401 },
      { status: 401 },
    ]);
    expect(stateOf("2")).toMatchObject({ state: 1 });
  });

  it.each(["2", null])(
    "does not send a write that waited behind another once user %s is signed in",
    async (userId) => {
      serve(() => {
        signInAs(userId);
        return { body: { success: true } };
      });
      const both = [2, 3].map((next) =>
        writeRows(scope, action, [to("1", next)]),
      );
      const [, waited] = await Promise.all(both);
      expect(bodies).toHaveLength(1);
      expect(waited).toMatchObject([{ error: { status: 401 } }]);
    },
  );

  it("repeats a call without a reply under the same key, and later ones under new keys", async () => {
    const { patch: _, ...deposit } = { ...action, method: "POST" as const };
    const used: (string | null)[] = [];
    fakeServer(({ headers }) => {
      used.push(headers.get("idempotency-key"));
      return used.length === 1
        ? { status: 503, body: { success: false, messageCode: "unavailable" } }
        : { body: { success: true } };
    });
    for (let sent = 0; sent < 3; sent += 1)
      await writeRows(scope, deposit, [to("1", 2)]);
    const [first, second, third] = used;
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  it("sends the version that was seen after a change of somebody else, not its own last one", async () => {
    serve(({ version }) => ({
      body: { success: true, version: version + 1 },
    }));
    const seen = (version: number) => ({
      record: { id: "1", row: { id: "1", state: 1, version } },
      values: { next: 2 },
    });
    await writeRows(scope, action, [seen(1)]);
    // Somebody else has made version 3.
    await writeRows(scope, action, [seen(3)]);
    // Decided before, over version 1.
    await writeRows(scope, action, [seen(1)]);
    expect(bodies).toMatchObject([
      { version: 1 },
      { version: 3 },
      { version: 2 },
    ]);
  });

  it("deletes a row with the version that was seen", async () => {
    const tags: (string | null)[] = [];
    fakeServer(({ headers }) => {
      tags.push(headers.get("if-match"));
      return { body: { success: true } };
    });
    const removal: Action = {
      id: "remove",
      on: ["selection"],
      method: "DELETE",
      path: "/offers/:id",
    };
    const rows = ["1", "2"].map((id) => ({ ...to(id, 2), values: {} }));
    await writeRows(scope, removal, rows);
    expect(tags).toEqual(['"1"', '"1"']);
  });

  it("keeps the step of an undo that was refused, in its place", async () => {
    serve(({ version }) => ({
      body: { success: true, version: version + 1 },
    }));
    await writeRows(scope, action, [to("1", 2)]);
    await writeRows(scope, action, [to("2", 2)]);
    const [first, second] = scope.changes.get().steps;
    if (!first || !second) throw new Error("There are no steps.");
    serve(() => ({ status: 429, body: { messageCode: "too_many_requests" } }));
    const { record } = first;
    const values = undoValues(action, first);
    await writeRows(scope, action, [{ record, values, undoes: first }]);
    expect(scope.changes.get().steps).toEqual([first, second]);
  });

  describe("without a reply", () => {
    it("forgets the key once the row shows whether the change was made", async () => {
      rows = new Map([["1", { state: 2, version: 2 }]]);
      lose();
      await writeRows(scope, action, [to("1", 2)]);
      expect(scope.keys.size).toBe(0);
      rows = null;
      await writeRows(scope, action, [to("2", 2)]);
      expect(scope.keys.size).toBe(1);
    });

    const lose = () =>
      serve(() => {
        throw new TypeError("Failed to fetch");
      });
    const shown = () =>
      shownRecords([recordOf("1")], scope.changes.get())?.[0] ?? recordOf("1");
    const run = async (found: typeof rows) => {
      rows = found;
      lose();
      const writing = writeRows(scope, action, [to("1", 2)]);
      const [result] = await writing;
      return result;
    };

    it("keeps a change that the row has, with the row's version", async () => {
      const result = await run(new Map([["1", { state: 2, version: 2 }]]));
      expect(result).not.toHaveProperty("error");
      expect(shown().row).toMatchObject({ state: 2, version: 2 });
      expect(scope.changes.get().steps).toHaveLength(1);
    });

    it("reverts a change that the row does not have", async () => {
      const result = await run(new Map([["1", { state: 1, version: 1 }]]));
      expect(result?.error).toBeDefined();
      expect(result?.isUnknown).toBeUndefined();
      expect(shown().row).toMatchObject({ state: 1 });
      expect(scope.changes.get().steps).toEqual([]);
    });

    it("shows the change as unconfirmed until the row arrives", async () => {
      expect(await run(null)).toMatchObject({ isUnknown: true });
      expect(shown()).toMatchObject({ isUnconfirmed: true, row: { state: 2 } });
      const { changes } = scope;
      changes.set(withArrived(changes.get(), [recordOf("1")], 0));
      expect(shown().row).toMatchObject({ state: 1 });
      expect(changes.get().steps).toEqual([]);
    });

    it("asks the server about a row that has left the list", async () => {
      rows = new Map();
      serve(() => {
        if (bodies.length === 1) throw new TypeError("Failed to fetch");
        const current = { state: 2, version: 2 };
        return { status: 409, body: { messageCode: "stale_row", current } };
      });
      const [made] = await writeRows(scope, action, [to("1", 2)]);
      expect(made).not.toHaveProperty("error");
      expect(shown().row).toMatchObject({ state: 2, version: 2 });
      expect(await run(new Map())).toMatchObject({ isUnknown: true });
      expect(shown().row).toMatchObject({ state: 2, version: 2 });
    });
  });

  it("undoes a change by a new write with the former value", async () => {
    serve(({ version }) => ({
      body: { success: true, version: version + 1 },
    }));
    await writeRows(scope, action, [to("1", 2)]);
    const [step] = scope.changes.get().steps;
    if (!step) throw new Error("There is no step.");
    const { record } = step;
    const values = undoValues(action, step);
    await writeRows(scope, action, [{ record, values, undoes: step }]);
    expect(bodies[1]).toEqual({
      offerId: "1",
      version: 2,
      sure: 0,
      next: 1,
      undo: true,
    });
    expect(stateOf("1")).toMatchObject({ state: 1, version: 3 });
    expect(scope.changes.get().steps).toEqual([]);
  });
});
