import type { Viewer } from "../../../domain/access";
import { type Language, languageOf } from "../../../domain/limits";
import { formatYen } from "../../../domain/money";
import { bidTexts } from "../../../domain/bidRules";
import { portalAddress } from "../../platform/config";
import { failure, fieldFailure } from "../../platform/errors";
import type { PdfPage } from "../../platform/pdf";
import type { Signer } from "../../platform/signing";
import type { Context } from "../../workspace/context";
import { createListingReader } from "../../workspace/listing";
import { findReadableBid } from "../bidQueries";
import { bidSource } from "../bidSource";
import { bidListOf, describeBid } from "../describeBid";
import { findReceipt, signReceipt } from "./findReceipt";
import { verifyPath } from "./receiptText";

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
    | "config"
    | "database"
    | "index"
    | "clock"
    | "messages"
    | "schemas"
    | "workspace"
  > & { signer: Signer },
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
  const section = bidTexts(receipt.lotKind);
  const text = (key: string, values: Record<string, string> = {}) =>
    context.messages.translate(language, `receipt.${key}`, values, section);
  const fact = (key: string, value: string) => ({ label: text(key), value });
  const signed = signReceipt(context.signer, receipt);
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
        { ...fact("signedText", signed.text), isCode: true },
        { ...fact("signature", signed.signature), isCode: true },
      ],
      notes: [
        text("note", {
          address: portalAddress(context.config) + verifyPath,
        }),
        text("changes"),
      ],
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
