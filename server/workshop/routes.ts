import type { FastifyInstance } from "fastify";
import type { WorkspacePreviewBody } from "../../generated/schemas";
import { sessionOf } from "../platform/http/request";
import { bodyCall, route } from "../platform/http/route";
import { checkEdit } from "./checkEdit";
import { changeFilters, listChanges, readChange } from "./history";
import { previewEdit } from "./previewEdit";
import { publishDocument, rollBack } from "./publishDocument";
import { removedLists } from "./removedLists";
import { listResources, readResource } from "./resources";
import { contentRange, readRestQuery, resourceName } from "./restQuery";
import type { Workshop } from "./workshop";

const access = { roles: ["admin" as const] };

/** Registers the calls of the workshop, for administrators (level 991) only. */
export function registerWorkshop(
  app: FastifyInstance,
  workshop: Workshop,
): void {
  registerResources(app, workshop);
  registerChanges(app, workshop);
  route(app, {
    method: "POST",
    url: "/workspace/check",
    access,
    ...bodyCall("workspace-check"),
    summary: "Check an edit of a list without publishing it",
    handler: ({ body, language }) => checkEdit(workshop, body, language),
  });
  route<{ Body: WorkspacePreviewBody; Reply: object }>(app, {
    method: "POST",
    url: "/workspace/preview",
    access,
    ...bodyCall("workspace-preview"),
    summary: "Call an edited list as a given viewer",
    handler: (request) =>
      previewEdit(workshop, {
        body: request.body,
        admin: sessionOf(request).viewer,
        language: request.language,
      }),
  });
}

function registerResources(app: FastifyInstance, workshop: Workshop): void {
  route(app, {
    method: "GET",
    url: "/workspace/resources",
    access,
    query: "workspace-resources#/definitions/listQuery",
    reply: "workspace-resources#/definitions/list",
    summary: "The lists that can be edited",
    handler: async (request, reply) => {
      const query = readRestQuery(
        { sort: '["id","ASC"]', ...request.query },
        { sorts: ["id", "changedAt"], filters: { id: resourceName } },
      );
      const resources = await listResources(workshop, query);
      const { from, most } = query;
      const page = resources.slice(from, from + most);
      const range = { from, count: page.length, total: resources.length };
      void reply.header("content-range", contentRange("resources", range));
      return page;
    },
  });
  route(app, {
    method: "GET",
    url: "/workspace/removed",
    access,
    reply: "workspace-resources#/definitions/removed",
    summary: "The lists that were created in the workshop and removed",
    handler: () => removedLists(workshop),
  });
  route(app, {
    method: "GET",
    url: "/workspace/resources/:id",
    access,
    params: "workspace-resources#/definitions/params",
    reply: "workspace-resources#/definitions/reply",
    summary: "One list to edit",
    handler: ({ params }) => readResource(workshop, params.id),
  });
}

function registerChanges(app: FastifyInstance, workshop: Workshop): void {
  route(app, {
    method: "GET",
    url: "/workspace/changes",
    access,
    query: "workspace-changes#/definitions/listQuery",
    reply: "workspace-changes#/definitions/list",
    summary: "The history of published edits",
    handler: async (request, reply) => {
      const query = readRestQuery(request.query, {
        sorts: ["id", "at"],
        filters: changeFilters,
      });
      const { entries, total } = await listChanges(workshop, query);
      const range = { from: query.from, count: entries.length, total };
      void reply.header("content-range", contentRange("changes", range));
      return entries;
    },
  });
  route(app, {
    method: "GET",
    url: "/workspace/changes/:id",
    access,
    params: "workspace-changes#/definitions/params",
    reply: "workspace-changes#/definitions/reply",
    summary: "One published edit with its changes",
    handler: ({ params }) => readChange(workshop, params.id),
  });
  route(app, {
    method: "POST",
    url: "/workspace/changes",
    access,
    body: "workspace-changes#/definitions/body",
    reply: "workspace-changes#/definitions/published",
    summary: "Publish an edit, or roll one back",
    handler: (request) => {
      const { body } = request;
      const session = sessionOf(request);
      if ("undoes" in body) return rollBack(workshop, { ...body, session });
      const { document, ...edit } = body;
      return publishDocument(workshop, {
        ...edit,
        kind: "publish",
        undoes: null,
        session,
        edit: () => document,
      });
    },
  });
}
