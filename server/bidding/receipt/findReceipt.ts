import { type LotArea, lotKindOf } from "../../catalog";
import type { Reader } from "../../platform/database";
import type { Signer } from "../../platform/signing";
import { findPlacedEntry } from "../bidQueries";
import { receiptText } from "./receiptText";

/**
 * Returns the receipt of an accepted bid: the first `placed` entry of its log, with its
 * number. Later changes of the bid do not change it. Returns null for a bid without this
 * entry. The caller has checked the right to the bid.
 */
export async function findReceipt(
  db: Reader,
  { userId, bidId }: { userId: string; bidId: string },
) {
  const found = await findPlacedEntry(db, userId, bidId);
  if (!found || found.amount === null) return null;
  return {
    entryId: found.id,
    bidId,
    userId,
    // A lot moves between areas, but keeps its kind and id.
    lotKind: lotKindOf(found.lot_area as LotArea),
    lotId: found.lot_id,
    amount: found.amount,
    at: found.at,
    number: `${bidId}-${found.id}`,
    clientName: found.full_name,
    languageId: found.language_id,
  };
}

type Receipt = NonNullable<Awaited<ReturnType<typeof findReceipt>>>;

/** Returns the signed text of a receipt and its signature. */
export function signReceipt(
  signer: Signer,
  receipt: Receipt,
): { text: string; signature: string } {
  const text = receiptText(receipt, signer.keyId());
  return { text, signature: signer.sign(text) };
}
