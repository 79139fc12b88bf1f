import type { Viewer } from "../../../../domain/access";
import type { Language } from "../../../../domain/limits";
import type { Action, Resource } from "../../../../domain/resource";
import type { Text } from "../../../platform/errors";
import type { StoredRow } from "../import/storedRows";
import type { RecordData } from "../recordQueries";
import type { PasteColumn } from "./pasteFields";
import type { DayOrder } from "./readDay";

export type PasteRequest = {
  resource: Resource;
  viewer: Viewer;
  language: Language;
  /** The action with `paste`, cut to its viewer. */
  action: Action;
  text: string;
  /** The rows to which the lines belong by their order; undefined to find rows by a key. */
  ids: readonly string[] | undefined;
  /** The field of each column, null to leave it out; undefined to match the headings. */
  columns: readonly (string | null)[] | undefined;
  /** Whether the first line has headings; undefined to decide by its texts. */
  hasHeadings: boolean | undefined;
  dayOrder: DayOrder | undefined;
  /** Whether an empty cell clears its field. */
  clears: boolean;
};

/** Why a line or a cell is refused. */
export type PasteFault = {
  /** Null for the whole line. */
  field: string | null;
  text: string;
  /** Another field of the row, which the value would make invalid. */
  about?: string;
  reason: Text | ((language: Language) => string | null);
};

/** A line with the row that it changes. */
export type PastedRow = {
  line: number;
  /** The texts that identify the row, else the whole line. */
  text: string;
  stored: StoredRow | null;
  changes: RecordData;
  faults: readonly PasteFault[];
};

export type PastePlan = {
  /** `sample` is the first text of the column. */
  columns: readonly (PasteColumn & { sample: string })[];
  hasHeadings: boolean;
  /** The fields that a column can have. */
  fields: { keys: readonly string[]; values: readonly string[] };
  /** The kind of column that is missing. Then no line is read. */
  missing: "key" | "value" | null;
  /** Whether a cell has a day such as 03/04/2026, which needs an order. */
  needsDayOrder: boolean;
  /** The number of rows without a line, of a paste in the order of rows. */
  withoutLine: number;
  rows: readonly PastedRow[];
};
