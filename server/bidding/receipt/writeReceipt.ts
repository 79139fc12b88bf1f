import { createHash } from "node:crypto";
import type { Viewer } from "../../../domain/access";
import { type Language, languageOf } from "../../../domain/limits";
import { formatYen } from "../../../domain/money";
import { type LotArea, lotKindOf } from "../../catalog";
import type { Reader } from "../../platform/database";
import { failure, fieldFailure } from "../../platform/errors";
import type { PdfPage } from "../../platform/pdf";
import type { Context } from "../../workspace/context";
import { createListingReader } from "../../workspace/listing";
import { findPlacedEntry, findReadableBid } from "../bidQueries";
import { bidSource } from "../bidSource";
import { bidListOf, describeBid } from "../describeBid";

/**
 * Returns the receipt of a bid as a page in the language of its client, with its
 * number. `timeZone` is the reader's zone by IANA, such as `Europe/Moscow`.
 *
 * @throws not_found for an unknown bid, for a bid that the viewer may not read and for
 * a bid without a log; 422 beside `timeZone` for an unknown zone.
 */
export async function writeReceipt(
  context: Pick<
    Context,
    "database" | "index" | "clock" | "messages" | "schemas" | "workspace"
  >,
  {
    viewer,
    bidId,
    timeZone,
  }: { viewer: Viewer; bidId: string; timeZone?: string | undefined },
): Promise<{ number: string; page: PdfPage }> {
  const { kysely } = context.database;
  const owner = await findReadableBid(kysely, viewer, bidId);
  if (timeZone !== undefined && !isTimeZone(timeZone))
    throw fieldFailure("timeZone", "invalid_choice");
  const receipt = await findReceipt(kysely, { userId: owner.user_id, bidId });
  if (!receipt) throw failure("not_found");
  const list = bidListOf(context, viewer);
  const lot =
    list &&
    (await describeBid(kysely, {
      context,
      viewer,
      list,
      bids: createListingReader(context, bidSource),
      bidId,
    }));
  const language = languageOf(receipt.languageId) ?? "en";
  const text = (key: string, values: Record<string, string> = {}) =>
    context.messages.translate(language, `receipt.${key}`, values);
  const fact = (key: string, value: string) => ({ label: text(key), value });
  const time = (zone: string) => timeText(receipt.at, { language, zone });
  return {
    number: receipt.number,
    page: {
      language,
      title: text("title"),
      subtitle: text("number", { number: receipt.number }),
      facts: [
        fact("client", receipt.clientName),
        ...(lot ? [fact("lot", lot.title), fact("auction", lot.place)] : []),
        fact("maximum", formatYen(receipt.amount)),
        fact("japanTime", time("Asia/Tokyo")),
        ...(timeZone === undefined
          ? []
          : [
              {
                label: text("localTime", { zone: timeZone }),
                value: time(timeZone),
              },
            ]),
        fact("hash", receipt.hash),
        fact("hashedText", receipt.text),
      ],
      notes: [text("note"), text("changes")],
    },
  };
}

function isTimeZone(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone });
    return true;
  } catch {
    return false;
  }
}

const timeText = (
  at: Date,
  { language, zone }: { language: Language; zone: string },
): string =>
  new Intl.DateTimeFormat(language === "en" ? "en-GB" : language, {
    dateStyle: "long",
    timeStyle: "medium",
    timeZone: zone,
  }).format(at);

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
