import type { FastifyInstance } from "fastify";
import type {
  AuctionSheetQuery,
  AuctionSheetReply,
  AuctionSheetTranslation,
} from "../../../generated/schemas";
import { sessionOf } from "../../platform/http/request";
import { route } from "../../platform/http/route";
import type { Catalog } from "../catalog";
import { carRows } from "../lotSource";
import { lotReaders, visibleLot } from "../visibleLot";
import { lotSheet } from "./lotSheet";
import { translateLotSheet } from "./translateSheet";

/** Registers the calls of auction sheets. */
export function registerSheets(app: FastifyInstance, catalog: Catalog): void {
  const { context, ports } = catalog;
  const { schemas } = context;
  route<{ Query: AuctionSheetQuery; Reply: AuctionSheetReply }>(app, {
    method: "GET",
    url: "/car-auction/sheet",
    access: lotReaders(context, carRows),
    query: "auction-sheet#/definitions/query",
    reply: "auction-sheet#/definitions/reply",
    summary: "The auction sheet of a car: its data to draw, and its picture",
    handler: async (request) => {
      const { viewer } = sessionOf(request);
      const { id } = request.query;
      const lot = await visibleLot(catalog, { viewer, id, rows: carRows });
      const image = lot.row.auctionSheet;
      return {
        success: true,
        image: typeof image === "string" ? image : null,
        hasTranslator: ports.sheetTranslator !== null,
        sheet: lotSheet({ schemas, ports }, lot, request.language),
      };
    },
  });
  route<{ Query: AuctionSheetQuery; Reply: AuctionSheetTranslation }>(app, {
    method: "GET",
    url: "/car-auction/image-translate",
    access: [
      lotReaders(context, carRows),
      { flags: ["auctionTranslationUse"] },
    ],
    query: "auction-sheet#/definitions/query",
    reply: "auction-sheet#/definitions/translation",
    summary: "The auction sheet of a car in the reader's language",
    changesState: true,
    failures: ["422", "502"],
    handler: (request) =>
      translateLotSheet(catalog, {
        viewer: sessionOf(request).viewer,
        id: request.query.id,
        language: request.language,
      }),
  });
}
