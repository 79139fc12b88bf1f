import { versionField } from "../../../domain/resource";
import type { Row } from "../../providers/dataProvider";
import { CallError } from "../../providers/http";
import type { Store } from "../../providers/store";
import {
  hasValues,
  withAccepted,
  withoutChange,
  type RowChanges,
} from "../listing/rowChanges";

/** Whether the server may have made the change although it has not said so. */
export const isLostReply = (error: unknown): boolean =>
  !(error instanceof CallError) || error.status === 0 || error.status >= 500;

/** A change whose reply was lost; its row shows it as unconfirmed. */
export type LostChange = {
  changeId: string;
  rowId: string;
  /** The fields and values that the change shows. */
  shown: Row;
};

/**
 * The outcome of a change whose reply was lost; `unknown` if neither the list nor a
 * repeated call shows it, or if the action has no `patch`.
 */
export type LostOutcome = "made" | "notMade" | "unknown";

/**
 * Reads the list again and keeps or reverts each change as its row says. The
 * server tells about a row that is no longer in the list. If the list cannot be
 * read, the changes stay unconfirmed until its rows arrive.
 */
export async function confirmLost(
  changes: Store<RowChanges>,
  ask: {
    /** Returns the rows of the list by id; null if it cannot be read. */
    reload: () => Promise<ReadonlyMap<string, Row> | null>;
    /** Returns the fields of a row as the server has them, if it tells them. */
    repeat: (change: LostChange) => Promise<Row | null>;
  },
  lost: readonly LostChange[],
): Promise<LostOutcome[]> {
  const rows = await ask.reload();
  const decide = async (change: LostChange): Promise<LostOutcome> => {
    const { changeId, rowId, shown } = change;
    const isShown = Object.keys(shown).length > 0;
    if (!rows && isShown) return "unknown";
    const row = isShown && (rows?.get(rowId) ?? (await ask.repeat(change)));
    if (row && hasValues(row, shown)) {
      const seen = row[versionField];
      const version = typeof seen === "number" ? seen : undefined;
      const accepted = { id: changeId, rowId, version, now: Date.now() };
      changes.set(withAccepted(changes.get(), accepted));
      return "made";
    }
    changes.set(withoutChange(changes.get(), changeId));
    return row ? "notMade" : "unknown";
  };
  return Promise.all(lost.map(decide));
}
