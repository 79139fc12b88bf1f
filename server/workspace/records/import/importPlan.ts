import type { Viewer } from "../../../../domain/access";
import type { Beginning } from "../../../../domain/initialValue";
import type { Language } from "../../../../domain/limits";
import type { Resource } from "../../../../domain/resource";
import type { Text } from "../../../platform/errors";
import type { JsonSchema } from "../../../platform/schemas/registry";
import type { Context } from "../../context";
import type { RecordData } from "../recordQueries";
import type { ImportField } from "./importFields";
import type { ImportColumn } from "./matchColumns";
import type { StoredRow } from "./storedRows";

/** Why a row is refused, by cell. */
export type CellFault = Text & {
  /** The heading of the column; null for the whole row, or if the file lacks the field. */
  column: string | null;
  field: string | null;
  text: string;
};

/** A row of the file, or a stored row that the import ends, with its planned change. */
export type PlannedRow = {
  /** The row in the spreadsheet; null for a stored row that is not in the file. */
  line: number | null;
} & (
  | { kind: "new"; after: RecordData }
  | { kind: "changed" | "ended"; stored: StoredRow; after: RecordData }
  | { kind: "unchanged"; stored: StoredRow }
  | { kind: "refused"; faults: readonly CellFault[] }
);

export const importKinds = [
  "new",
  "changed",
  "ended",
  "unchanged",
  "refused",
] as const;
export type ImportKind = (typeof importKinds)[number];

export type ImportPlan = {
  fields: readonly ImportField[];
  columns: readonly ImportColumn[];
  /** Fields of the key that have no column but need a value. Then no row is read. */
  missing: readonly string[];
  rows: Readonly<Record<ImportKind, readonly PlannedRow[]>>;
  /** Is the same only for the same writes to the same versions of rows. */
  digest: string;
};

export type ImportContext = Pick<
  Context,
  "schemas" | "messages" | "database" | "clock" | "workspace" | "recordKinds"
>;

export type ImportRequest = {
  resource: Resource;
  viewer: Viewer;
  language: Language;
  text: string;
  /** The field of each column, null to leave it out; undefined to match the headings. */
  columns: readonly (string | null)[] | undefined;
};

/** The dependencies of a plan. */
export type PlanOptions = Pick<ImportRequest, "resource"> &
  Pick<ImportContext, "schemas"> &
  Pick<ImportPlan, "fields" | "columns"> & {
    /** The schema of the fields that the person may fill in. */
    schema: JsonSchema;
    /** The person who imports, and the time of the plan. */
    beginning: Beginning;
  };
