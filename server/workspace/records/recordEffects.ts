import type { Viewer } from "../../../domain/access";
import type { Language } from "../../../domain/limits";
import type { ImportRowsReply } from "../../../generated/schemas";
import type { PlannedChange } from "../computed/plannedTables";

/** The effect of a change of records on other rows, in the reader's language. */
export type RecordEffect = NonNullable<ImportRowsReply["effects"]>[number];

/** Finds what changes of records do to rows of an area that are not records. */
export type RecordEffects = {
  /** Returns whether changes of the records of a row schema may do anything. */
  concern: (row: string) => boolean;
  /**
   * Returns what a change would do, or has done if it is saved. It names only rows that the
   * viewer may read. Throws unavailable once the client has gone.
   */
  find: (
    change: PlannedChange,
    reader: { viewer: Viewer; language: Language },
  ) => Promise<RecordEffect>;
};
