import { useEvent, useStore } from "ra-core";
import { useEffect, useMemo, useState, type ReactNode } from "react";
import { useLocation } from "react-router";
import type { LastChange } from "../../../domain/lastChange";
import { visitedRows } from "../../../domain/limits";
import type { ListingState } from "../../../domain/listing/state";
import {
  type Resource,
  type Action,
  rowValueField,
} from "../../../domain/resource";
import type { Row, RowRecord } from "../../providers/dataProvider";
import { useSignedIn } from "../../providers/session";
import { createStore, type Store } from "../../providers/store";
import { slotsOf } from "../registry/areas";
import { createRequiredContext } from "../requiredContext";
import { rowChangesOf, type RowChanges } from "./rowChanges";

/** A request by a control of a row or of the list. */
export type ActionRequest =
  | {
      kind: "menu";
      record: RowRecord;
      anchor: HTMLElement;
      /** Shows these actions alone. */
      actionIds?: readonly string[];
    }
  /** Starts the action as soon as its body is known; without rows, on the list. */
  | {
      kind: "start";
      actionId: string;
      records?: readonly RowRecord[];
      /** The place of the pressed key among the shortcuts of the action. */
      shortcut?: number;
      /** The cells that the person has pasted into the list. */
      text?: string;
    };

/** A value that a person types in a cell and has not saved. */
export type CellDraft = {
  rowId: string;
  field: string;
  /** The row as the person last saw it while deciding. Its version is sent. */
  seen: RowRecord;
  value: string | number | null;
  /** Why the value was not saved. */
  error?: string;
  /** Whether the person has been asked about the value of somebody else in `seen`. */
  isConflict?: boolean;
  /** The author of that value, if the server named one. */
  changed?: LastChange;
  /** Whether the input takes the focus when it opens. */
  takesFocus?: boolean;
  /** Whether the list does not show the cell now. */
  isHidden: boolean;
};

/** A value that a person has set in its cell. */
export type CellEdit = {
  actionId: string;
  record: RowRecord;
  value: string | number | boolean | null;
  /** Milliseconds to wait for a later value of the same cell. */
  delay?: number;
  /** Gets the refusal; returns whether the cell shows it. */
  onRefused: (error: unknown) => boolean;
};

/** A change that a person chose without a connection and that is not sent by itself. */
export type UnsentChange = {
  actionId: string;
  /** The rows as they were when the person chose. Their versions are sent. */
  records: readonly RowRecord[];
  /** The values of the body's properties. */
  values: Row;
};

/** The state of the controls of rows. Rows follow only their own part of it. */
export type ListActions = {
  /** Whether rows can be selected. */
  isSelectable: boolean;
  /** Whether rows have a menu. */
  hasRowMenu: boolean;
  selection: Store<Selection>;
  /** The rows on screen, for controls that read them on a click only. */
  shown: Store<readonly RowRecord[]>;
  /** The ids of the rows that were opened, in all tabs of this browser. */
  visited: Store<ReadonlySet<string>>;
  /** Remembers that a row was opened. */
  visit: (id: string) => void;
  changes: Store<RowChanges>;
  request: Store<ActionRequest | null>;
  /** Values that are typed in cells. They outlive the rows on screen. */
  drafts: Store<readonly CellDraft[]>;
  /** Values set in cells that no action has taken yet. */
  edits: Store<readonly CellEdit[]>;
  /** Changes that the person can send once there is a connection. */
  unsent: Store<readonly UnsentChange[]>;
  /** Whether rows can be opened in the list. */
  hasRowPanel: boolean;
  /** The ids of the open rows. */
  openRows: Store<ReadonlySet<string>>;
};

const [ListActionsProvider, useListActions] =
  createRequiredContext<ListActions>();
export { useListActions };

const noOpenRows: ReadonlySet<string> = new Set();

const noneVisited: string[] = [];

const createStores = () => ({
  selection: createStore(noSelection),
  shown: createStore<readonly RowRecord[]>([]),
  request: createStore<ActionRequest | null>(null),
  drafts: createStore<readonly CellDraft[]>([]),
  edits: createStore<readonly CellEdit[]>([]),
  unsent: createStore<readonly UnsentChange[]>([]),
  openRows: createStore(noOpenRows),
});

/** Provides the state of the controls of a list's rows. */
export function ActionsState({
  resource,
  state,
  children,
}: {
  resource: Resource;
  state: ListingState;
  children: ReactNode;
}) {
  const { userId } = useSignedIn().viewer;
  const [stores] = useState(createStores);
  const { selection, openRows, request } = stores;
  useStartedAction(resource, request);
  const [visitedIds, storeVisited] = useStore(
    `${resource.name}.visited`,
    noneVisited,
  );
  const [visited] = useState(() =>
    createStore<ReadonlySet<string>>(new Set(visitedIds)),
  );
  useEffect(() => {
    visited.set(new Set(visitedIds));
  }, [visited, visitedIds]);
  const visit = useEvent((id: string) => {
    storeVisited((known: string[]) =>
      [id, ...known.filter((other) => other !== id)].slice(0, visitedRows),
    );
  });
  const value = useMemo(() => {
    const { name, actions = [], rowPanel } = resource;
    return {
      ...stores,
      visited,
      visit,
      changes: rowChangesOf(userId, name),
      isSelectable: actions.some(({ on }) => on.includes("selection")),
      hasRowMenu: actions.some(({ on }) => on.includes("row")),
      hasRowPanel:
        rowPanel !== undefined || slotsOf(resource, "rowPanel").length > 0,
    };
  }, [stores, visited, visit, resource, userId]);
  // Other filters show other rows; a hidden selection would surprise.
  const filters = JSON.stringify([state.filters, state.search]);
  useEffect(
    () => () => {
      selection.set(noSelection);
    },
    [filters, selection],
  );
  useEffect(
    () => () => {
      openRows.set(noOpenRows);
    },
    [filters, state.page, openRows],
  );
  return <ListActionsProvider value={value}>{children}</ListActionsProvider>;
}

/** Starts the action on the list with which the command palette has opened the page. */
function useStartedAction(
  { actions }: Resource,
  request: Store<ActionRequest | null>,
): void {
  const location = useLocation();
  const { key } = location;
  const { startAction: actionId } = Object(location.state) as {
    startAction?: unknown;
  };
  const isKnown = actions?.some(
    ({ id, on }) => id === actionId && on.includes("list"),
  );
  useEffect(() => {
    if (!isKnown || typeof actionId !== "string") return;
    request.set({ kind: "start", actionId });
    // Neither a reload of the page nor the way back starts the action again.
    history.replaceState({ ...history.state, usr: null }, "");
  }, [key, isKnown, actionId, request]);
}

/** Returns the values of a row by the properties of the body that stand for them. */
export const bodyNames = (action: Action, row: Row): Row =>
  Object.fromEntries(
    propertiesOf(action)
      .filter(([field]) => Object.hasOwn(row, field))
      .map(([field, name]) => [name, row[field]]),
  );

/**
 * Returns the record with the row that the person has seen in a conflict, whose
 * values `current` has by the properties of the body.
 */
export const withSeen = (
  record: RowRecord,
  action: Action,
  current: Row,
): RowRecord => {
  const seen = propertiesOf(action).flatMap(([field, name]) =>
    Object.hasOwn(current, name) ? [[field, current[name]] as const] : [],
  );
  return { ...record, row: { ...record.row, ...Object.fromEntries(seen) } };
};

/** Returns the fields of the row that an action sends, with their properties. */
function propertiesOf({
  patch = {},
  values = {},
}: Action): (readonly [field: string, property: string])[] {
  return [
    ...Object.entries(patch),
    ...Object.entries(values).flatMap(([name, value]) => {
      const field = rowValueField(value);
      return field === null ? [] : [[field, name] as const];
    }),
  ];
}

/** The selected rows of a list, on all of its pages. */
export type Selection = {
  rows: ReadonlyMap<string, RowRecord>;
  /** The row that was clicked last, where a range with Shift begins. */
  anchor: string | null;
};

export const noSelection: Selection = { rows: new Map(), anchor: null };

/** Returns the selection with one row added or removed. */
export function toggled({ rows }: Selection, record: RowRecord): Selection {
  const next = new Map(rows);
  if (!next.delete(record.id)) next.set(record.id, record);
  return { rows: next, anchor: record.id };
}

/**
 * Returns the selection with the rows between the last clicked row and this one
 * in the state that this one gets. Without a clicked row on the page, only this
 * row changes.
 */
export function toggledRange(
  selection: Selection,
  record: RowRecord,
  page: readonly RowRecord[],
): Selection {
  const indexOf = (id: string | null) => page.findIndex((row) => row.id === id);
  const from = indexOf(selection.anchor);
  const to = indexOf(record.id);
  if (from < 0 || to < 0) return toggled(selection, record);
  const isAdded = !selection.rows.has(record.id);
  const next = new Map(selection.rows);
  for (const row of page.slice(Math.min(from, to), Math.max(from, to) + 1))
    if (isAdded) next.set(row.id, row);
    else next.delete(row.id);
  return { rows: next, anchor: record.id };
}

/** Returns the selection with these rows added. */
export const withRows = (
  { rows, anchor }: Selection,
  added: readonly RowRecord[],
): Selection => ({
  rows: new Map([...rows, ...added.map((row) => [row.id, row] as const)]),
  anchor,
});

/** Returns the selection with these rows removed. */
export function withoutRows(
  { rows, anchor }: Selection,
  removed: readonly RowRecord[],
): Selection {
  const next = new Map(rows);
  for (const { id } of removed) next.delete(id);
  return { rows: next, anchor };
}
