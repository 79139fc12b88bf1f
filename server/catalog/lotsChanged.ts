import type { Transaction } from "kysely";
import type { Tables } from "../platform/database/tables";
import type { LotArea } from "./neutralLot";

type ChangedLots = { area: LotArea; lotIds: readonly string[] };
type Listener = (
  trx: Transaction<Tables>,
  changed: ChangedLots,
) => Promise<void>;

const listeners = new Set<Listener>();

/**
 * Asks to be told of each batch with changed lots, inside the transaction that
 * writes them: what is copied from a lot follows it without a gap. Asking
 * twice with one function is asking once.
 */
export function onLotsChanged(listener: Listener): void {
  listeners.add(listener);
}

export async function tellLotsChanged(
  trx: Transaction<Tables>,
  changed: ChangedLots,
): Promise<void> {
  for (const listener of listeners) await listener(trx, changed);
}
