import { createContext, useContext, type Provider } from "react";
import type { LastChange } from "../../../domain/lastChange";
import type { Resource, RowSchema } from "../../../domain/resource";
import type { Row, RowRecord } from "../../providers/dataProvider";
import type { Store } from "../../providers/store";
import type { Labels } from "../useLabels";
import type { RowChanges } from "./rowChanges";
import type { Selection } from "./selection";
import type { Facets } from "./useFacets";
import type { FilterDraft } from "./useFilterDraft";
import type { ListData } from "./useListData";
import type { ListingQuery } from "./useListingQuery";

/** The parts of a list that filters, sorting and paging do not change. */
export type Listing = {
  resource: Resource;
  row: RowSchema;
  labels: Labels;
  isPhone: boolean;
  /** The fields with `x-own`: a row in which one has a value is the viewer's own. */
  ownFields: readonly string[];
};

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

/** A context whose hook throws outside its provider. */
function createRequiredContext<Value>(): [
  provider: Provider<Value | null>,
  useValue: () => Value,
] {
  const Context = createContext<Value | null>(null);
  const useValue = () => {
    const value = useContext(Context);
    if (!value) throw new Error("This component must be inside a list.");
    return value;
  };
  return [Context.Provider, useValue];
}

/**
 * The state of the surrounding list, split by how often it changes: a choice
 * in a filter changes the draft and the facets, an applied choice changes the
 * query and the rows. A component renders only for the state it reads.
 */
export const [ListingProvider, useListing] = createRequiredContext<Listing>();
export const [ListQueryProvider, useListQuery] =
  createRequiredContext<ListingQuery>();
export const [DraftProvider, useDraft] = createRequiredContext<FilterDraft>();
export const [ListFacetsProvider, useListFacets] =
  createRequiredContext<Facets>();
export const [ListRowsProvider, useListRows] =
  createRequiredContext<ListData>();
export const [ListActionsProvider, useListActions] =
  createRequiredContext<ListActions>();
