/** The path of the page that checks receipts. */
export const verifyPath = "/receipts/verify";

/** The log entry with which a bid was accepted, which never changes. */
export type PlacedEntry = {
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
 * Returns the text that is signed. Its form is a promise to clients
 * (docs/architecture.md): old receipts must stay valid.
 */
export const receiptText = (entry: PlacedEntry, keyId: string): string =>
  [
    "seriba-bid-receipt=2",
    `entry=${entry.entryId}`,
    `bid=${entry.bidId}`,
    `client=${entry.userId}`,
    `lot=${entry.lotKind}:${entry.lotId}`,
    `yen=${entry.amount}`,
    `time=${entry.at.toISOString()}`,
    `key=${keyId}`,
  ].join(";");

const form =
  /^seriba-bid-receipt=2;entry=(\d{1,18});bid=(\d{1,18});client=(\d{1,18});lot=([a-z]{1,20}):(\d{1,18});yen=(\d{1,12});time=(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z);key=([0-9a-f]{16})$/;

/** Returns the facts of a signed text, null if the text has another form. */
export function readReceiptText(
  text: string,
): (PlacedEntry & { keyId: string }) | null {
  const [, entryId, bidId, userId, lotKind, lotId, yen, time, keyId] =
    form.exec(text) ?? [];
  if (!entryId || !bidId || !userId || !lotKind || !lotId || !time || !keyId)
    return null;
  const at = new Date(time);
  if (Number.isNaN(at.getTime())) return null;
  return {
    entryId,
    bidId,
    userId,
    lotKind,
    lotId,
    amount: Number(yen),
    at,
    keyId,
  };
}

/**
 * Returns the signed text and the signature in the copied text of a receipt, or of a mail
 * about it; null if the text has no receipt.
 */
export function findSigned(
  copied: string,
): { text: string; signature: string } | null {
  const [, text, rest] =
    /(seriba-bid-receipt=.*?;key=[0-9a-f]{16})(.*)/.exec(
      withoutSpaces(copied),
    ) ?? [];
  const [signature] = /[\w-]{86}/.exec(rest ?? "") ?? [];
  return text === undefined || signature === undefined
    ? null
    : { text, signature };
}

/** Removes the spaces and line ends that copying from a PDF adds; the values have none. */
export const withoutSpaces = (text: string): string =>
  text.replaceAll(/\s/g, "");
