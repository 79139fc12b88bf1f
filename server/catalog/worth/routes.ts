import type { FastifyInstance } from "fastify";
import type {
  ComparablesQuery,
  ComparablesReply,
  PassportQuery,
  PassportReply,
} from "../../../generated/schemas";
import { sessionOf } from "../../platform/http/request";
import { route } from "../../platform/http/route";
import type { Catalog } from "../catalog";
import { bikeSource, lotSource } from "../lotSource";
import { lotReaders } from "../visibleLot";
import { readComparables } from "./readComparables";
import { readPassport } from "./readPassport";

/** The row schemas of lots that move to statistics. */
const historyRows = [lotSource.row, bikeSource.row];

/** Registers the calls about what a lot is worth. */
export function registerWorth(app: FastifyInstance, catalog: Catalog): void {
  route<{
    Query: ComparablesQuery;
    Reply: ComparablesReply;
  }>(app, {
    method: "GET",
    url: "/lot/comparables",
    access: lotReaders(catalog.context, historyRows),
    query: "comparables#/definitions/query",
    reply: "comparables#/definitions/reply",
    summary: "The past sales that a coming lot compares with",
    handler: (request) =>
      readComparables(catalog, {
        viewer: sessionOf(request).viewer,
        id: request.query.id,
      }),
  });
  route<{ Query: PassportQuery; Reply: PassportReply }>(app, {
    method: "GET",
    url: "/lot/passport",
    access: lotReaders(catalog.context, historyRows),
    query: "passport#/definitions/query",
    reply: "passport#/definitions/reply",
    summary: "The earlier auctions of a car or bike",
    handler: (request) =>
      readPassport(catalog, {
        viewer: sessionOf(request).viewer,
        id: request.query.id,
        area: request.query.lotType,
      }),
  });
}
