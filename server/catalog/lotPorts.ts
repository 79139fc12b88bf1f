import type { Transaction } from "kysely";
import type { Tables } from "../platform/database";
import type { LotArea } from "./lotSource";

/**
 * The reactions of other areas to changed lots, inside the transaction that writes the
 * lots, so that copies of a lot are never out of date.
 */
export type LotPorts = {
  /** Called with each batch that changes existing lots, and ids of new lots in it. */
  lotsChanged(
    trx: Transaction<Tables>,
    changed: { area: LotArea; lotIds: readonly string[] },
  ): Promise<void>;
  /** Returns whether a client has an active bid on a lot. */
  hasBid(
    trx: Transaction<Tables>,
    bid: { userId: string; lotId: string },
  ): Promise<boolean>;
  /** Called with each chunk of lots that moved; their ids stay the same. */
  lotsMoved(
    trx: Transaction<Tables>,
    moved: { from: LotArea; to: LotArea; lotIds: readonly string[] },
  ): Promise<void>;
};
