import type { FastifyInstance } from "fastify";
import { sessionOf } from "../../platform/http/request";
import { bodyCall, route } from "../../platform/http/route";
import type { Catalog } from "../catalog";
import { lotRows } from "../lotSource";
import { lotReaders } from "../visibleLot";
import { addFavorite, deleteFavorite } from "./changeFavorites";

/** Registers the calls of the signed-in user's wishlist. */
export function registerFavorites(
  app: FastifyInstance,
  catalog: Catalog,
): void {
  const { context } = catalog;
  route(app, {
    method: "POST",
    url: "/favorite/add",
    access: [lotReaders(context, lotRows), { flags: ["downloadPhotos"] }],
    ...bodyCall("add-favorite"),
    summary: "Put a lot into a group of the wishlist",
    handler: async (request) => {
      const { viewer } = sessionOf(request);
      await addFavorite(catalog, { viewer, body: request.body });
      return { success: true };
    },
  });
  route(app, {
    method: "DELETE",
    url: "/favorite/delete",
    access: "signedIn",
    ...bodyCall("delete-favorite"),
    summary: "Remove a lot from a group of the wishlist",
    handler: async (request) => {
      const { userId } = sessionOf(request).viewer;
      const { carId: lotId, group } = request.body;
      await deleteFavorite(context, { userId, group, lotId });
      return { success: true };
    },
  });
}
