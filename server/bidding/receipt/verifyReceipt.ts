import { toJapanIso } from "../../../domain/japanTime";
import type { VerifyReceiptReply } from "../../../generated/schemas";
import type { Database } from "../../platform/database";
import type { Signer } from "../../platform/signing";
import { findReceipt } from "./findReceipt";
import { readReceiptText, receiptText, withoutSpaces } from "./receiptText";

/**
 * Checks the signed text and the signature of a receipt. Of a genuine receipt it returns
 * the facts of the text, and whether the log of bids has the same; of any other text
 * nothing but the result, so that nobody learns what they do not have on paper.
 */
export async function verifyReceipt(
  { database, signer }: { database: Pick<Database, "kysely">; signer: Signer },
  given: { text: string; signature: string },
): Promise<Omit<VerifyReceiptReply, "success">> {
  const text = withoutSpaces(given.text);
  const receipt = readReceiptText(text);
  if (!receipt) return { result: "forged" };
  const { keyId, entryId, bidId, userId, at, lotKind, lotId, amount } = receipt;
  const signature = withoutSpaces(given.signature);
  const result = signer.check({ keyId, text, signature });
  if (result !== "genuine") return { result };
  const logged = await findReceipt(database.kysely, { userId, bidId });
  return {
    result,
    isLogged: logged !== null && receiptText(logged, keyId) === text,
    receipt: {
      number: `${bidId}-${entryId}`,
      client: userId,
      lot: `${lotKind}:${lotId}`,
      yen: amount,
      time: toJapanIso(at),
      key: keyId,
    },
  };
}
