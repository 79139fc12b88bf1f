import type { FastifyInstance } from "fastify";
import type {
  ComparablesQuery,
  ComparablesReply,
  PassportQuery,
  PassportReply,
} from "../../../generated/schemas";
import { hasFlag } from "../../../domain/access";
import { sessionOf } from "../../platform/http/request";
import { route } from "../../platform/http/route";
import type { Catalog } from "../catalog";
import { readComparables } from "./readComparables";
import { readPassport } from "./readPassport";

/** Registers the calls about what a lot is worth. */
export function registerWorth(app: FastifyInstance, catalog: Catalog): void {
  route<{
    Query: ComparablesQuery;
    Reply: ComparablesReply;
  }>(app, {
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
  route<{ Query: PassportQuery; Reply: PassportReply }>(app, {
    method: "GET",
    url: "/lot/passport",
    access: {
      allows: (viewer) =>
        hasFlag(viewer, "carAuctionsView") ||
        hasFlag(viewer, "salesStatisticsView"),
      description: "carAuctionsView or salesStatisticsView",
    },
    query: "passport#/definitions/query",
    reply: "passport#/definitions/reply",
    summary: "The earlier auctions of a car",
    handler: (request) =>
      readPassport(catalog, {
        viewer: sessionOf(request).viewer,
        id: request.query.id,
        area: request.query.lotType,
      }),
  });
}
