import type { FastifyInstance } from "fastify";
import type { AuctionSheetContent } from "../../../generated/schemas";
import {
  carRows,
  lotReaders,
  visibleLot,
  type Catalog,
  type SheetTranslator,
} from "../../catalog";
import { failure } from "../../platform/errors";
import { sessionOf } from "../../platform/http/request";
import { route } from "../../platform/http/route";
import type { Context } from "../../workspace/context";
import { sendFile } from "../../workspace/export/sendExport";
import { openStorage } from "../openStorage";
import {
  findTranslatedType,
  requestTranslation,
  storageKey,
} from "./translationQueries";

/** Makes the translator of the settings; null if none is set. */
export const createSheetTranslator = (
  context: Pick<Context, "database" | "clock" | "jobs" | "config">,
): SheetTranslator | null =>
  context.config.translatorUrl === ""
    ? null
    : {
        request: async (asked) => {
          const state = await requestTranslation(context, asked);
          if (state === "failed") throw failure("translator_failed");
          return state;
        },
      };

/** Registers the call that sends the translated picture of a sheet. */
export function registerTranslations(
  app: FastifyInstance,
  catalog: Catalog,
  { database, config }: Pick<Context, "database" | "config">,
): void {
  const storage = openStorage(config);
  route<{ Query: AuctionSheetContent; Reply: object }>(app, {
    method: "GET",
    url: "/car-auction/translated-sheet",
    access: [
      lotReaders(catalog.context, carRows),
      { flags: ["auctionTranslationUse"] },
    ],
    query: "auction-sheet#/definitions/content",
    reply: () => ({ type: "string", description: "The picture" }),
    replyTypes: ["image/jpeg", "image/png", "image/webp"],
    summary: "The translated picture of the auction sheet of a car",
    isLong: true,
    handler: async (request, reply) => {
      const { viewer } = sessionOf(request);
      const { id, language } = request.query;
      const { row } = await visibleLot(catalog, { viewer, id, rows: carRows });
      const address = row.auctionSheet;
      if (typeof address !== "string") throw failure("not_found");
      const asked = { address, language };
      const type = await findTranslatedType(database, asked);
      if (!type) throw failure("not_found");
      const open = async () => {
        const content = await storage.read(storageKey(asked));
        if (!content) throw failure("not_found");
        return content;
      };
      void reply.header("content-security-policy", "sandbox");
      const { files: slots } = app.downloads;
      return sendFile({ name: null, type, open }, { slots }, request, reply);
    },
  });
}
