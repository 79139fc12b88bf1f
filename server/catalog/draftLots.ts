import {
  facetsQuerySchema,
  listQuerySchema,
} from "../../domain/listing/querySchema";
import type { Resource, RowSchema } from "../../domain/resource";
import {
  checkQuery,
  type AnswerDraft,
  type DraftAsked,
} from "../workspace/draftLists";
import { createCatalog, type CatalogPorts } from "./catalog";
import { listLots } from "./listLots";
import { optionsQuerySchema } from "./listingSchemas";
import { lotFacets, lotOptions } from "./lotFacets";

/** Makes the function that answers the calls of a list of lots for a preview. */
export const draftLots =
  (ports: CatalogPorts): AnswerDraft =>
  (context, request) => {
    const resource = context.workspace.resource(request.resource);
    const row = context.schemas.row(resource.row);
    checkQuery(
      context.schemas,
      querySchema(resource, row, request),
      request.query,
    );
    const catalog = createCatalog(context, ports);
    const { call } = request;
    switch (call.kind) {
      case "list":
        return listLots(catalog, request);
      case "facets":
        return lotFacets(catalog, request);
      case "options":
        return lotOptions(catalog, { ...request, filter: call.filter });
    }
  };

function querySchema(
  resource: Resource,
  row: RowSchema,
  { call }: Pick<DraftAsked, "call">,
) {
  if (call.kind === "list") return listQuerySchema(resource, row);
  if (call.kind === "facets") return facetsQuerySchema(resource, row);
  const options = resource.calls.options?.[call.filter];
  return optionsQuerySchema(resource, row, options?.as);
}
