import type { FastifyInstance } from "fastify";
import type {
  UssImagesQuery,
  UssImagesReply,
} from "../../../generated/schemas";
import { sessionOf } from "../../platform/http/request";
import { route } from "../../platform/http/route";
import type { Catalog } from "../catalog";
import { lotReaders } from "../visibleLot";
import { requestImages } from "./requestImages";

/** Registers the call for extra images of USS lots. */
export function registerExtraImages(
  app: FastifyInstance,
  catalog: Catalog,
): void {
  route<{ Query: UssImagesQuery; Reply: UssImagesReply }>(app, {
    method: "GET",
    url: "/car-auction/uss-images",
    access: lotReaders(catalog.context, ["lot"]),
    query: "uss-images#/definitions/query",
    reply: "uss-images#/definitions/reply",
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
