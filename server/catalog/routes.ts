import type { FastifyInstance } from "fastify";
import type { Context } from "../workspace/context";
import type { Catalog } from "./catalog";
import { registerSavedSearches } from "./savedSearches";

/** Registers the calls of the catalog beside its lists. */
export const registerCatalog = (
  app: FastifyInstance,
  context: Context,
  { lots }: Catalog,
): void => {
  registerSavedSearches(app, context, lots.dictionaries);
};
