import { members } from "../../../domain/access";
import type { FastifyInstance } from "fastify";
import { sessionOf } from "../../platform/http/request";
import { bodyCall, queryCall, route } from "../../platform/http/route";
import type { Host } from "../../workspace/area";
import type { ListingReader } from "../../workspace/listing";
import {
  deleteSearch,
  saveSearch,
  setOpeningView,
  updateSearch,
} from "./changeSearches";
import { listSearches } from "./listSearches";

/** Registers the calls of the signed-in user's saved searches. */
export function registerSavedSearches(
  app: FastifyInstance,
  context: Host,
  dictionaries: ListingReader["dictionaries"],
): void {
  route(app, {
    ...bodyCall("save-search"),
    method: "POST",
    url: "/user/save-search",
    access: members,
    summary: "Save a search of a list, at most ten of a type",
    handler: async (request) => {
      const { viewer } = sessionOf(request);
      const id = await saveSearch(context, { viewer, body: request.body });
      return { success: true, id };
    },
  });
  route(app, {
    ...bodyCall("update-search"),
    method: "POST",
    url: "/user/update-search",
    access: members,
    summary:
      "Rename a saved search or view, replace its params, share it, or set its alerts",
    handler: async (request) => {
      const { viewer } = sessionOf(request);
      await updateSearch(context, { viewer, body: request.body });
      return { success: true };
    },
  });
  route(app, {
    ...bodyCall("default-view"),
    method: "PUT",
    url: "/user/default-view",
    access: members,
    summary: "Set the view with which a list opens, or none",
    handler: async (request) => {
      const { viewer } = sessionOf(request);
      await setOpeningView(context, { viewer, body: request.body });
      return { success: true };
    },
  });
  route(app, {
    ...bodyCall("delete-search"),
    method: "POST",
    url: "/user/delete-search",
    access: members,
    summary: "Delete a saved search",
    handler: async (request) => {
      const { viewer } = sessionOf(request);
      await deleteSearch(context, { viewer, id: request.body.id });
      return { success: true };
    },
  });
  route(app, {
    ...queryCall("my-search"),
    method: "GET",
    url: "/user/my-search",
    access: members,
    summary:
      "The user's saved searches of one list or of all, with dropped criteria",
    handler: async (request) => {
      const { viewer } = sessionOf(request);
      const { type } = request.query;
      const items = await listSearches(context, {
        viewer,
        type,
        dictionaries,
      });
      return { success: true, items, counter: items.length };
    },
  });
}
