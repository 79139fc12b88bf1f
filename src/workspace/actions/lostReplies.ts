import type { Row } from "../../providers/dataProvider";
import { CallError } from "../../providers/http";
import type { Store } from "../../providers/store";
import {
  hasValues,
  versionField,
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
 * The outcome of a lost change: `made`, `notMade`, or `unknown` if the list could
 * not be read again, no longer has the row or does not show the change.
 */
export type LostOutcome = "made" | "notMade" | "unknown";

/**
 * Reads the list again and keeps or reverts each change as its row says. If the
 * list cannot be read, the changes stay unconfirmed until its rows arrive.
 */
export async function confirmLost(
  changes: Store<RowChanges>,
  reload: () => Promise<ReadonlyMap<string, Row> | null>,
  lost: readonly LostChange[],
): Promise<LostOutcome[]> {
  const rows = await reload();
  return lost.map(({ changeId, rowId, shown }) => {
    const row = rows?.get(rowId);
    const isShown = Object.keys(shown).length > 0;
    if (row && isShown && hasValues(row, shown)) {
      const seen = row[versionField];
      const version = typeof seen === "number" ? seen : undefined;
      const accepted = { id: changeId, rowId, version, now: Date.now() };
      changes.set(withAccepted(changes.get(), accepted));
      return "made";
    }
    if (rows || !isShown) changes.set(withoutChange(changes.get(), changeId));
    return row && isShown ? "notMade" : "unknown";
  });
}
