import type { FastifyInstance } from "fastify";
import type {
  BidReceiptQuery,
  VerifyReceiptReply,
} from "../../../generated/schemas";
import { abandonedSignal } from "../../platform/deadline";
import { sessionOf } from "../../platform/http/request";
import { bodyCall, route } from "../../platform/http/route";
import type { Signer } from "../../platform/signing";
import { createPdfPrinter, type PdfPage } from "../../platform/pdf";
import type { Context } from "../../workspace/context";
import { writeReceipt } from "./writeReceipt";
import { toJapanIso } from "../../../domain/japanTime";
import type { Database } from "../../platform/database";
import { findReceipt } from "./findReceipt";
import { readReceiptText, receiptText, withoutSpaces } from "./receiptText";

const pdf = "application/pdf";

/** Registers the calls that download the receipt of a bid and check a receipt. */
export function registerReceipt(
  app: FastifyInstance,
  context: Context & { signer: Signer },
): void {
  const printer = createPdfPrinter();
  app.addHook("onClose", () => printer.stop());
  const printFor = async (userId: string, page: PdfPage) => {
    const release = app.downloads.exports.take(userId);
    try {
      return await printer.print(page, abandonedSignal());
    } finally {
      release();
    }
  };
  route<{ Query: BidReceiptQuery; Reply: object }>(app, {
    method: "GET",
    url: "/bid/receipt",
    access: { roles: ["client", "dealer", "manager", "admin"] },
    query: "bid-receipt#/definitions/query",
    reply: () => ({ type: "string", description: "The PDF" }),
    replyTypes: [pdf],
    failures: ["422"],
    summary: "Download the receipt of an accepted bid",
    handler: async (request, reply) => {
      const { bidId, timeZone } = request.query;
      const { viewer } = sessionOf(request);
      const { number, page } = await writeReceipt(context, {
        viewer,
        bidId,
        timeZone,
      });
      const bytes =
        request.method === "HEAD"
          ? new Uint8Array()
          : await printFor(viewer.userId, page);
      void reply
        .type(pdf)
        .header(
          "content-disposition",
          `attachment; filename="receipt-${number}.pdf"`,
        )
        .header("cache-control", "no-store");
      return bytes;
    },
  });
  route(app, {
    method: "POST",
    url: "/receipts/verify",
    access: "public",
    ...bodyCall("verify-receipt"),
    summary: "Check the signature of a receipt",
    handler: async (request) => ({
      success: true,
      ...(await verifyReceipt(context, request.body)),
    }),
  });
  route(app, {
    method: "GET",
    url: "/receipts/keys",
    access: "public",
    reply: "receipt-keys#/definitions/reply",
    summary: "The public keys of receipts, present and former",
    handler: () => ({ success: true, keys: context.signer.publicKeys() }),
  });
}

/**
 * Checks the signed text and the signature of a receipt. For a genuine receipt it returns
 * the facts of the text, and whether the log of bids has the same facts. For any other text
 * it returns the result only, so that a forged text reveals nothing about the log.
 */
async function verifyReceipt(
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
