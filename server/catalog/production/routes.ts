import type { FastifyInstance } from "fastify";
import type {
  ProductionMonthQuery,
  ProductionMonthReply,
} from "../../../generated/schemas";
import { sessionOf } from "../../platform/http/request";
import { route } from "../../platform/http/route";
import type { Catalog } from "../catalog";
import { lotReaders } from "../visibleLot";
import { productionMonth } from "./productionMonth";

/** The row schema of the lots of each page type. */
const rowOfPageType = {
  auction: "lot",
  stats: "lot",
  stock: "stock",
  bikes: "bike",
  "bike-stats": "bike",
} as const;

/** Registers the calls that say when a car was built. */
export function registerProduction(
  app: FastifyInstance,
  catalog: Catalog,
): void {
  for (const [pageType, row] of Object.entries(rowOfPageType))
    route<{ Query: ProductionMonthQuery; Reply: ProductionMonthReply }>(app, {
      method: "GET",
      url: `/${pageType}/production-month`,
      access: lotReaders(catalog.context, [row]),
      query: "production-month#/definitions/query",
      reply: "production-month#/definitions/reply",
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
