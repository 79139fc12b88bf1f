import type { FastifyInstance } from "fastify";
import { sessionOf } from "../../platform/http/request";
import { route } from "../../platform/http/route";
import type { Context } from "../../workspace/context";
import type { ListingReader } from "../../workspace/listing";
import {
  deleteSearch,
  saveSearch,
  setOpeningView,
  updateSearch,
} from "./changeSearches";
import { listSearches } from "./listSearches";

/** Returns the common parts of a call whose schema is `calls/<name>.json`. */
const callNamed = <Name extends string>(name: Name) =>
  ({
    url: `/user/${name}`,
    access: "signedIn",
    reply: `${name}#/definitions/reply`,
  }) as const;

const post = <Name extends string>(name: Name) =>
  ({
    ...callNamed(name),
    method: "POST",
    body: `${name}#/definitions/body`,
  }) as const;

/** Registers the calls of the signed-in user's saved searches. */
export function registerSavedSearches(
  app: FastifyInstance,
  context: Context,
  dictionaries: ListingReader["dictionaries"],
): void {
  route(app, {
    ...post("save-search"),
    summary: "Save a search of a list, at most ten of a type",
    handler: async (request) => {
      const { viewer } = sessionOf(request);
      const id = await saveSearch(context, { viewer, body: request.body });
      return { success: true, id };
    },
  });
  route(app, {
    ...post("update-search"),
    summary:
      "Rename a saved search or view, replace its params, share it, or set its alerts",
    handler: async (request) => {
      const { viewer } = sessionOf(request);
      await updateSearch(context, { viewer, body: request.body });
      return { success: true };
    },
  });
  route(app, {
    ...callNamed("default-view"),
    method: "PUT",
    body: "default-view#/definitions/body",
    summary: "Set the view with which a list opens, or none",
    handler: async (request) => {
      const { viewer } = sessionOf(request);
      await setOpeningView(context, { viewer, body: request.body });
      return { success: true };
    },
  });
  route(app, {
    ...post("delete-search"),
    summary: "Delete a saved search",
    handler: async (request) => {
      const { viewer } = sessionOf(request);
      await deleteSearch(context, { viewer, id: request.body.id });
      return { success: true };
    },
  });
  route(app, {
    ...callNamed("my-search"),
    method: "GET",
    query: "my-search#/definitions/query",
    summary: "The user's saved searches of a list, with dropped criteria",
    handler: async (request) => {
      const { viewer } = sessionOf(request);
      const { type } = request.query;
      const items = await listSearches(context, { viewer, type, dictionaries });
      return { success: true, items, counter: items.length };
    },
  });
}
