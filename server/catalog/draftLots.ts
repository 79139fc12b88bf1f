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
import { createCatalog } from "./catalog";
import { listLots } from "./listLots";
import { optionsQuerySchema } from "./listingSchemas";
import { lotFacets, lotOptions } from "./lotFacets";
import type { Shown } from "./shown";

/** How lists of lots answer over declarations that are being edited. */
export const draftLots =
  (shown: Shown): AnswerDraft =>
  (context, asked) => {
    const resource = context.workspace.resource(asked.resource);
    const row = context.schemas.row(resource.row);
    checkQuery(context.schemas, querySchema(resource, row, asked), asked.query);
    const catalog = createCatalog(context, shown);
    const { call } = asked;
    switch (call.kind) {
      case "list":
        return listLots(catalog, asked);
      case "facets":
        return lotFacets(catalog, asked);
      case "options":
        return lotOptions(catalog, { ...asked, filter: call.filter });
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
