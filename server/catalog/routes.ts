import type { FastifyInstance } from "fastify";
import {
  facetsQuerySchema,
  listQuerySchema,
} from "../../domain/listing/querySchema";
import type { Resource } from "../../domain/resource";
import type {
  FiltersReply,
  LotDetailCallQuery,
  LotDetailCallReply,
  OptionsReply,
} from "../../generated/schemas";
import { sessionOf } from "../platform/http/request";
import { route } from "../platform/http/route";
import { callAccess } from "../workspace/callAccess";
import type { Context } from "../workspace/context";
import { registerExport } from "../workspace/export";
import { createCatalog, type Catalog, type CatalogPorts } from "./catalog";
import { addOwnBids, listLots, type LotListReply } from "./listLots";
import { listReplySchema, optionsQuerySchema } from "./listingSchemas";
import { lotDetail } from "./lotDetail";
import { lotFacets, lotOptions } from "./lotFacets";
import { registerSavedSearches } from "./savedSearches";

type Query = Record<string, string>;

/** Registers the calls of every list of lots and of saved searches. */
export function registerCatalog(
  app: FastifyInstance,
  context: Context,
  ports: CatalogPorts,
): void {
  const catalog = createCatalog(context, ports);
  registerSavedSearches(app, context, catalog.lots.dictionaries);
  const served = new Set<string>();
  for (const resource of context.workspace.resources()) {
    const { path } = resource.calls.list;
    if (!resource.pageType || served.has(path)) continue;
    served.add(path);
    registerListing(app, catalog, resource);
    registerFacets(app, catalog, resource);
    registerOptions(app, catalog, resource);
    registerDetail(app, catalog, resource);
    registerExport(app, context, {
      name: resource.name,
      reader: catalog.lots,
      complete: (rows, request) => addOwnBids(catalog, rows, request),
    });
  }
}

/** Returns the current declaration and row schema, which both may be edited. */
const declared = ({ context }: Catalog, name: string) => {
  const resource = context.workspace.resource(name);
  return [resource, context.schemas.row(resource.row)] as const;
};

function registerListing(
  app: FastifyInstance,
  catalog: Catalog,
  { name, calls }: Resource,
): void {
  route<{ Query: Query; Reply: LotListReply }>(app, {
    method: "GET",
    url: calls.list.path,
    access: callAccess(catalog.context, { name }),
    summary: `One page of ${name}`,
    query: () => listQuerySchema(...declared(catalog, name)),
    reply: () => listReplySchema(...declared(catalog, name)),
    handler: (request) =>
      listLots(catalog, {
        resource: name,
        viewer: sessionOf(request).viewer,
        query: request.query,
      }),
  });
}

function registerFacets(
  app: FastifyInstance,
  catalog: Catalog,
  { name, calls }: Resource,
): void {
  if (!calls.facets) return;
  route<{ Query: Query; Reply: FiltersReply }>(app, {
    method: "GET",
    url: calls.facets.path,
    access: callAccess(catalog.context, { name }),
    summary: `The facets of ${name} with counts and the bounds of its ranges`,
    query: () => facetsQuerySchema(...declared(catalog, name)),
    reply: "filters#/definitions/reply",
    handler: (request) =>
      lotFacets(catalog, {
        resource: name,
        viewer: sessionOf(request).viewer,
        language: request.language,
        query: request.query,
      }),
  });
}

function registerOptions(
  app: FastifyInstance,
  catalog: Catalog,
  { name, calls }: Resource,
): void {
  for (const [filter, call] of Object.entries(calls.options ?? {}))
    route<{ Query: Query; Reply: OptionsReply }>(app, {
      method: "GET",
      url: call.path,
      access: callAccess(catalog.context, { name }),
      summary: `The choices of the filter ${filter} in ${name}`,
      query: () => optionsQuerySchema(...declared(catalog, name), call.as),
      reply: "options#/definitions/reply",
      handler: (request) =>
        lotOptions(catalog, {
          resource: name,
          filter,
          viewer: sessionOf(request).viewer,
          language: request.language,
          query: request.query,
        }),
    });
}

function registerDetail(
  app: FastifyInstance,
  catalog: Catalog,
  { name, calls }: Resource,
): void {
  if (!calls.detail) return;
  route<{ Query: LotDetailCallQuery; Reply: LotDetailCallReply }>(app, {
    method: "GET",
    url: calls.detail.path,
    access: callAccess(catalog.context, { name, call: "detail" }),
    summary: `The page of a lot of ${name}`,
    query: "lot-detail-call#/definitions/query",
    reply: "lot-detail-call#/definitions/reply",
    handler: async (request) => ({
      success: true as const,
      detail: await lotDetail(catalog, {
        resource: name,
        viewer: sessionOf(request).viewer,
        id: request.query.id,
      }),
    }),
  });
}
