import type { FastifyInstance } from "fastify";
import type {
  DeleteSearchBody,
  DeleteSearchReply,
  MySearchQuery,
  MySearchReply,
  SaveSearchBody,
  SaveSearchReply,
  UpdateSearchBody,
  UpdateSearchReply,
} from "../../../generated/schemas";
import { sessionOf } from "../../platform/http/request";
import { route } from "../../platform/http/route";
import type { Context } from "../../workspace/context";
import type { ListingReader } from "../../workspace/listing";
import { deleteSearch } from "./deleteSearch";
import { listSearches } from "./listSearches";
import { saveSearch } from "./saveSearch";
import { updateSearch } from "./updateSearch";

/** The calls of the searches that the signed-in user has saved. */
export function registerSavedSearches(
  app: FastifyInstance,
  context: Context,
  dictionaries: ListingReader["dictionaries"],
): void {
  route<{ Body: SaveSearchBody; Reply: SaveSearchReply }>(app, {
    method: "POST",
    url: "/user/save-search",
    access: "signedIn",
    body: "save-search#/definitions/body",
    reply: "save-search#/definitions/reply",
    summary: "Save a search of a list, at most ten of a type",
    handler: async (request) => {
      const { viewer } = sessionOf(request);
      const id = await saveSearch(context, { viewer, body: request.body });
      return { success: true, id };
    },
  });
  route<{ Body: UpdateSearchBody; Reply: UpdateSearchReply }>(app, {
    method: "POST",
    url: "/user/update-search",
    access: "signedIn",
    body: "update-search#/definitions/body",
    reply: "update-search#/definitions/reply",
    summary: "Rename a saved search, or keep it with other params",
    handler: async (request) => {
      const { viewer } = sessionOf(request);
      await updateSearch(context, { viewer, body: request.body });
      return { success: true };
    },
  });
  route<{ Body: DeleteSearchBody; Reply: DeleteSearchReply }>(app, {
    method: "POST",
    url: "/user/delete-search",
    access: "signedIn",
    body: "delete-search#/definitions/body",
    reply: "delete-search#/definitions/reply",
    summary: "Delete a saved search",
    handler: async (request) => {
      const { viewer } = sessionOf(request);
      await deleteSearch(context, { viewer, id: request.body.id });
      return { success: true };
    },
  });
  route<{ Query: MySearchQuery; Reply: MySearchReply }>(app, {
    method: "GET",
    url: "/user/my-search",
    access: "signedIn",
    query: "my-search#/definitions/query",
    reply: "my-search#/definitions/reply",
    summary: "Own saved searches of a list, each as far as it still holds",
    handler: async (request) => {
      const { viewer } = sessionOf(request);
      const { type } = request.query;
      const items = await listSearches(context, { viewer, type, dictionaries });
      return { success: true, items, counter: items.length };
    },
  });
}
