import { mostSelectedRows } from "../../../domain/limits";
import { versionField } from "../../../domain/resource";
import type { Row, RowRecord } from "../../providers/dataProvider";
import { isSignedInAs, sessionStore } from "../../providers/session";
import { createStore, type Store } from "../../providers/store";

/** Each row remembers this many changes to undo. */
const maxSteps = 5;
/** A list remembers this many: all rows of the largest selection, twice. */
const maxStepsOfList = 2 * mostSelectedRows;
/** A row remembers this many of its own versions, for editors that are still open. */
const maxVersions = 50;

/** A list call that began before a write is over after this time. */
const oldestReplyMs = 10_000;

/** A list that has left the screen forgets its rows after this time. */
const keptListMs = 300_000;

/** Values that a row shows although the list has not sent them yet. */
type Patch = {
  id: string;
  rowId: string;
  values: Row;
  /** When the server accepted the change, by the page's clock. */
  acceptedAt?: number;
  /** The reply was lost: the next row that arrives decides. */
  isUnconfirmed?: boolean;
  /** It is sent as soon as there is a connection. */
  isDelayed?: boolean;
};

/** A change that can be undone. `before` has the former value of each field. */
export type UndoStep = {
  id: string;
  rowId: string;
  /** The same for all rows that one action has changed. */
  runId: string;
  actionId: string;
  record: RowRecord;
  before: Row;
};

/** Changes that people have made to the rows of a list in this tab. */
export type RowChanges = {
  /** In the order in which they were made. */
  patches: readonly Patch[];
  /** By row, the latest last; at most five of each row and 1,000 of the list. */
  steps: readonly UndoStep[];
  /** The changes that were made here, by row: from which version to which. */
  ownVersions: Readonly<Record<string, readonly VersionStep[]>>;
};

type VersionStep = { from: number; to: number };

const noChanges: RowChanges = { patches: [], steps: [], ownVersions: {} };

const stores = new Map<string, Store<RowChanges>>();

/**
 * Returns the changes of a list. They outlive its page, so that a slow call
 * still counts after a visit to another page. Users do not share them.
 */
export function rowChangesOf(userId: string, list: string): Store<RowChanges> {
  const key = `${userId} ${list}`;
  const store = stores.get(key) ?? createStore(noChanges);
  stores.set(key, store);
  return store;
}

// Nothing of a user stays in memory when the session ends.
sessionStore.subscribe(() => {
  for (const key of stores.keys())
    if (!isSignedInAs(key.slice(0, key.indexOf(" ")))) stores.delete(key);
});

/** Shows new values at once. The step, if given, can be undone later. */
export const withPatch = (
  changes: RowChanges,
  patch: Omit<Patch, "acceptedAt">,
  step?: UndoStep,
): RowChanges => ({
  ...changes,
  patches: [...changes.patches, patch],
  steps: step ? newest([...changes.steps, step], step.rowId) : changes.steps,
});

/** Drops the oldest steps of a row that has too many. */
function newest(steps: readonly UndoStep[], rowId: string): UndoStep[] {
  const own = steps.filter((step) => step.rowId === rowId);
  const dropped = new Set(own.slice(0, -maxSteps));
  return steps.filter((step) => !dropped.has(step)).slice(-maxStepsOfList);
}

/** Puts a step back whose undo was refused, before the steps that came `later`. */
export function withStepBack(
  changes: RowChanges,
  { step, later }: { step: UndoStep; later: ReadonlySet<string> },
): RowChanges {
  const { steps } = changes;
  const index = steps.findIndex(({ id }) => later.has(id));
  const place = index < 0 ? steps.length : index;
  return {
    ...changes,
    steps: [...steps.slice(0, place), step, ...steps.slice(place)],
  };
}

/**
 * Returns the version of a row that the person knows: the seen one, or the last of
 * the changes that were made here on top of it. A change by somebody else in between
 * ends the chain, so that the server can refuse to overwrite it.
 */
export function knownVersion(
  { ownVersions }: Pick<RowChanges, "ownVersions">,
  rowId: string,
  seen: unknown,
): number | undefined {
  if (typeof seen !== "number") return undefined;
  let version = seen;
  for (const { from, to } of ownVersions[rowId] ?? [])
    if (from === version) version = to;
  return version;
}

/** Changes the patches with these ids. */
const withPatches = (
  changes: RowChanges,
  ids: ReadonlySet<string>,
  change: (patch: Patch) => Partial<Patch>,
): RowChanges => ({
  ...changes,
  patches: changes.patches.map((patch) =>
    ids.has(patch.id) ? { ...patch, ...change(patch) } : patch,
  ),
});

/** Marks changes as waiting for a connection, or as sent. */
export const withDelayed = (
  changes: RowChanges,
  ids: ReadonlySet<string>,
  isDelayed: boolean,
): RowChanges => withPatches(changes, ids, () => ({ isDelayed }));

/** Marks a change as unconfirmed, because no reply has come. */
export const withUnconfirmed = (changes: RowChanges, id: string): RowChanges =>
  withPatches(changes, new Set([id]), () => ({ isUnconfirmed: true }));

/** Reverts one change: its own patch and its own step. */
export const withoutChange = (changes: RowChanges, id: string): RowChanges => ({
  ...changes,
  patches: changes.patches.filter((patch) => patch.id !== id),
  steps: changes.steps.filter((step) => step.id !== id),
});

/** Removes a step, because it is being undone. */
export const withoutStep = (changes: RowChanges, id: string): RowChanges => ({
  ...changes,
  steps: changes.steps.filter((step) => step.id !== id),
});

/**
 * Marks a change as accepted. Its values stay until a row arrives that has
 * them. `version` is the row's version in the reply, if the reply has one.
 */
export const withAccepted = (
  changes: RowChanges,
  {
    id,
    rowId,
    sent,
    version,
    now,
  }: {
    id: string;
    rowId: string;
    /** The version that was sent, if the row has versions. */
    sent?: number;
    version: number | undefined;
    now: number;
  },
): RowChanges => ({
  ...withPatches(changes, new Set([id]), ({ values }) => ({
    values:
      version === undefined ? values : { ...values, [versionField]: version },
    acceptedAt: now,
    isUnconfirmed: false,
  })),
  ownVersions:
    version === undefined || sent === undefined || version <= sent
      ? changes.ownVersions
      : {
          ...changes.ownVersions,
          [rowId]: [
            ...(changes.ownVersions[rowId] ?? []).slice(1 - maxVersions),
            { from: sent, to: version },
          ],
        },
});

/**
 * Shows the row that the server has sent after a conflict. The row's steps are
 * dropped, because undoing them would overwrite another person's change.
 */
export const withServerRow = (
  changes: RowChanges,
  {
    id,
    rowId,
    values,
    now,
  }: {
    id: string;
    rowId: string;
    values: Row;
    now: number;
  },
): RowChanges => ({
  ...changes,
  patches: [...changes.patches, { id, rowId, values, acceptedAt: now }],
  steps: changes.steps.filter((step) => step.rowId !== rowId),
});

/**
 * Removes the patches that the arrived rows settle: accepted patches that they
 * contain, and all unconfirmed patches. Accepted patches of rows that have left the list end when
 * no kept page can show the former value. A change that the arrived row does not have
 * cannot be undone.
 */
export function withArrived(
  changes: RowChanges,
  rows: readonly RowRecord[],
  now: number,
): RowChanges {
  const byId = new Map(rows.map((record) => [record.id, record.row]));
  const refuted = new Set<string>();
  const patches = changes.patches.filter((patch) => {
    const row = byId.get(patch.rowId);
    if (!row) return now - (patch.acceptedAt ?? now) <= keptListMs;
    if (!patch.isUnconfirmed) return !isCovered(patch, row, now);
    if (!hasValues(row, patch.values)) refuted.add(patch.id);
    return false;
  });
  return patches.length === changes.patches.length
    ? changes
    : {
        ...changes,
        patches,
        steps: changes.steps.filter(({ id }) => !refuted.has(id)),
      };
}

/** Whether the row has these values. */
export const hasValues = (row: Row, values: Row): boolean =>
  Object.entries(values).every(
    ([name, value]) => (row[name] ?? null) === (value ?? null),
  );

/**
 * Whether the list's row is at least as new as an accepted patch. Without versions:
 * true if the row has the patch's values, or ten seconds after the server accepted it.
 */
function isCovered({ values, acceptedAt }: Patch, row: Row, now: number) {
  if (acceptedAt === undefined) return false;
  const [accepted, arrived] = [values[versionField], row[versionField]];
  if (typeof accepted === "number" && typeof arrived === "number")
    return arrived >= accepted;
  return now - acceptedAt > oldestReplyMs || hasValues(row, values);
}

type Shown = { patches: readonly Patch[]; record: RowRecord };

/** Patched records by arrived record, so that equal rows stay the same object. */
const patched = new WeakMap<RowRecord, Shown>();

/**
 * Returns the rows with the values of their patches. Rows without a patch, and
 * rows whose patches have not changed, stay the same objects.
 */
export function shownRecords(
  records: RowRecord[] | undefined,
  { patches }: Pick<RowChanges, "patches">,
): RowRecord[] | undefined {
  if (!records || patches.length === 0) return records;
  const now = Date.now();
  const changed = new Set(patches.map(({ rowId }) => rowId));
  return records.map((record) => {
    if (!changed.has(record.id)) return record;
    const own = patches.filter(
      (patch) =>
        patch.rowId === record.id && !isCovered(patch, record.row, now),
    );
    if (own.length === 0) return record;
    const known = patched.get(record);
    const isSame =
      known?.patches.length === own.length &&
      own.every((patch, index) => patch === known.patches[index]);
    if (isSame) return known.record;
    const values = own.flatMap((patch) => Object.entries(patch.values));
    const row: Row = { ...record.row, ...Object.fromEntries(values) };
    const isUnconfirmed = own.some((patch) => patch.isUnconfirmed);
    const delayed = own.flatMap(({ isDelayed, values: waiting }) =>
      isDelayed ? Object.keys(waiting) : [],
    );
    const shown = { ...record, row, isUnconfirmed, delayed };
    patched.set(record, { patches: own, record: shown });
    return shown;
  });
}

/** Whether a change waits for its reply. */
export const isWaiting = ({ patches }: RowChanges): boolean =>
  patches.some(
    ({ acceptedAt, isUnconfirmed }) =>
      acceptedAt === undefined && !isUnconfirmed,
  );
