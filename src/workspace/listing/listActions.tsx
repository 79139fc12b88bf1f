import { useEvent, useStore } from "ra-core";
import { useEffect, useMemo, useState, type ReactNode } from "react";
import type { LastChange } from "../../../domain/lastChange";
import { visitedRows } from "../../../domain/limits";
import type { ListingState } from "../../../domain/listing/state";
import type { Resource } from "../../../domain/resource";
import type { Row, RowRecord } from "../../providers/dataProvider";
import { useSignedIn } from "../../providers/session";
import { createStore, type Store } from "../../providers/store";
import { slotsOf } from "../registry/areas";
import { createRequiredContext } from "../requiredContext";
import { rowChangesOf, type RowChanges } from "./rowChanges";
import { noSelection, type Selection } from "./selection";

/** A request by a control of a row or of the list. */
export type ActionRequest =
  | {
      kind: "menu";
      record: RowRecord;
      anchor: HTMLElement;
      /** Shows this action alone. */
      actionId?: string;
    }
  /** Starts the action as soon as its body is known; without rows, on the list. */
  | {
      kind: "start";
      actionId: string;
      records?: readonly RowRecord[];
      /** The place of the pressed key among the shortcuts of the action. */
      shortcut?: number;
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
  const { selection, openRows } = stores;
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
