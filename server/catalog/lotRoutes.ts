import type { FastifyInstance } from "fastify";
import { sessionOf } from "../platform/http/request";
import { bodyCall, queryCall, route } from "../platform/http/route";
import type { Catalog } from "./catalog";
import { requestImages } from "./extraImages/requestImages";
import { bikeSource, carRows, lotRows, lotSource } from "./lotSource";
import { saveNote } from "./notes/lotNotes";
import { productionMonth } from "./production/productionMonth";
import { lotSheet } from "./sheet/lotSheet";
import { translateLotSheet } from "./sheet/translateSheet";
import { lotReaders, visibleLot } from "./visibleLot";
import { readComparables } from "./worth/readComparables";
import { readPassport } from "./worth/readPassport";

/** Registers the calls about one lot: its worth, sheet, note, extra images and month. */
export function registerLotCalls(app: FastifyInstance, catalog: Catalog): void {
  registerWorth(app, catalog);
  registerSheets(app, catalog);
  registerNotes(app, catalog);
  registerProduction(app, catalog);
  registerExtraImages(app, catalog);
}

/** The row schemas of lots that move to statistics. */
const historyRows = [lotSource.row, bikeSource.row];

/** Registers the calls about what a lot is worth. */
function registerWorth(app: FastifyInstance, catalog: Catalog): void {
  route(app, {
    method: "GET",
    url: "/lot/comparables",
    access: lotReaders(catalog.context, historyRows),
    ...queryCall("comparables"),
    summary: "The past sales that a coming lot compares with",
    handler: (request) =>
      readComparables(catalog, {
        viewer: sessionOf(request).viewer,
        id: request.query.id,
      }),
  });
  route(app, {
    method: "GET",
    url: "/lot/passport",
    access: lotReaders(catalog.context, historyRows),
    ...queryCall("passport"),
    summary: "The earlier auctions of a car or bike",
    handler: (request) =>
      readPassport(catalog, {
        viewer: sessionOf(request).viewer,
        id: request.query.id,
        area: request.query.lotType,
      }),
  });
}

/** Registers the calls of auction sheets. */
function registerSheets(app: FastifyInstance, catalog: Catalog): void {
  const { context, ports } = catalog;
  const { schemas } = context;
  route(app, {
    method: "GET",
    url: "/car-auction/sheet",
    access: lotReaders(context, carRows),
    ...queryCall("auction-sheet"),
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
  route(app, {
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

/** Registers the call by which managers write notes about lots. */
function registerNotes(app: FastifyInstance, catalog: Catalog): void {
  route(app, {
    method: "POST",
    url: "/car-auction/save-comment",
    access: [lotReaders(catalog.context, lotRows), { userTypes: ["manager"] }],
    ...bodyCall("save-comment"),
    summary: "Save the note about a lot, or delete it by an empty text",
    handler: async (request) => {
      const { viewer } = sessionOf(request);
      const { carId: lotId, comment: text, before } = request.body;
      const note = { viewer, lotId, text, before };
      const comment = await saveNote(catalog, note);
      return { success: true, comment };
    },
  });
}

/** The row schema of the lots of each page type. */
const rowOfPageType = {
  auction: "lot",
  stats: "lot",
  stock: "stock",
  bikes: "bike",
  "bike-stats": "bike",
} as const;

/** Registers the calls that say when a car was built. */
function registerProduction(app: FastifyInstance, catalog: Catalog): void {
  for (const [pageType, row] of Object.entries(rowOfPageType))
    route(app, {
      method: "GET",
      url: `/${pageType}/production-month`,
      access: lotReaders(catalog.context, [row]),
      ...queryCall("production-month"),
      summary: "When a car was built, by its chassis number",
      handler: async (request) => {
        const { viewer } = sessionOf(request);
        const id = request.query.carId;
        return {
          success: true,
          carInfo: await productionMonth(catalog, { viewer, id, row }),
        };
      },
    });
}

/** Registers the call for extra images of USS lots. */
function registerExtraImages(app: FastifyInstance, catalog: Catalog): void {
  route(app, {
    method: "GET",
    url: "/car-auction/uss-images",
    access: lotReaders(catalog.context, ["lot"]),
    ...queryCall("uss-images"),
    summary: "Request the extra images of a USS lot once, then read them",
    changesState: true,
    failures: ["422", "502"],
    handler: async (request) => {
      const { viewer } = sessionOf(request);
      const lotId = request.query.id;
      const { state, left, images } = await requestImages(catalog, {
        viewer,
        lotId,
      });
      return {
        success: true,
        state: state === "done" ? "done" : "waiting",
        left,
        images,
      };
    },
  });
}
