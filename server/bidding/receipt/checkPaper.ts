import type { KeyObject } from "node:crypto";
import { checkSignature } from "../../platform/signing";
import { findSigned, readReceiptText } from "./receiptText";

/** A receipt or the seals are not as they must be. The message is for the operator. */
export class CheckFailed extends Error {}

/**
 * Checks the copied text of a receipt with public keys alone, and returns its facts as a
 * line. Throws CheckFailed.
 */
export function checkPaper(
  copied: string,
  keys: ReadonlyMap<string, KeyObject>,
): string {
  const signed = findSigned(copied);
  const facts = signed && readReceiptText(signed.text);
  if (!signed || !facts)
    throw new CheckFailed(
      "Not genuine: the file has no signed text of a receipt",
    );
  const { keyId, bidId, entryId, userId, lotKind, lotId, amount, at } = facts;
  const result = checkSignature(keys, { keyId, ...signed });
  if (result === "unknownKey")
    throw new CheckFailed(`Not checked: there is no public key ${keyId}`);
  if (result === "forged")
    throw new CheckFailed(
      "Not genuine: the signature is of another text or key",
    );
  return `Genuine: receipt ${bidId}-${entryId}, client ${userId}, ${lotKind} ${lotId}, ${amount} yen, ${at.toISOString()}, key ${keyId}`;
}
