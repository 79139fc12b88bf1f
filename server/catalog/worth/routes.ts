import type { FastifyInstance } from "fastify";
import type {
  ComparablesQuery,
  ComparablesReply,
} from "../../../generated/schemas";
import { sessionOf } from "../../platform/http/request";
import { route } from "../../platform/http/route";
import type { Catalog } from "../catalog";
import { readComparables } from "./readComparables";

/** Registers the calls about what a lot is worth. */
export function registerWorth(app: FastifyInstance, catalog: Catalog): void {
  route<{ Query: ComparablesQuery; Reply: ComparablesReply }>(app, {
    method: "GET",
    url: "/car-auction/comparables",
    access: { flags: ["carAuctionsView"] },
    query: "comparables#/definitions/query",
    reply: "comparables#/definitions/reply",
    summary: "The past sales that a coming car compares with",
    handler: (request) =>
      readComparables(catalog, {
        viewer: sessionOf(request).viewer,
        id: request.query.id,
      }),
  });
}
