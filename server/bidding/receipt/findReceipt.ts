import { createHash } from "node:crypto";
import { lotKindOf, type LotArea } from "../../catalog";
import { findPlacedEntry } from "../bidQueries";
import type { Reader } from "../../platform/database";

/** The log entry with which a bid was accepted, which never changes. */
type PlacedEntry = {
  entryId: string;
  bidId: string;
  userId: string;
  lotKind: string;
  lotId: string;
  /** The first maximum, in yen. */
  amount: number;
  at: Date;
};

/**
 * Returns the text that the hash of a receipt is made of. Its form is a promise to
 * clients (docs/architecture.md): old receipts must stay valid.
 */
export const receiptText = (entry: PlacedEntry): string =>
  [
    "seriba-bid-receipt=1",
    `entry=${entry.entryId}`,
    `bid=${entry.bidId}`,
    `client=${entry.userId}`,
    `lot=${entry.lotKind}:${entry.lotId}`,
    `yen=${entry.amount}`,
    `time=${entry.at.toISOString()}`,
  ].join(";");

/**
 * Returns the receipt of an accepted bid: the first `placed` entry of its log, with
 * number, hashed text and SHA-256 in hexadecimal. Later changes of the bid do not
 * change it. Returns null for a bid without this entry. The caller has checked the
 * right to the bid.
 */
export async function findReceipt(
  db: Reader,
  { userId, bidId }: { userId: string; bidId: string },
) {
  const found = await findPlacedEntry(db, userId, bidId);
  if (!found || found.amount === null) return null;
  const entry = {
    entryId: found.id,
    bidId,
    userId,
    // A lot moves between areas, but keeps its kind and id.
    lotKind: lotKindOf(found.lot_area as LotArea),
    lotId: found.lot_id,
    amount: found.amount,
    at: found.at,
  };
  const text = receiptText(entry);
  return {
    ...entry,
    number: `${bidId}-${found.id}`,
    text,
    hash: createHash("sha256").update(text).digest("hex"),
    clientName: found.full_name,
    languageId: found.language_id,
  };
}
