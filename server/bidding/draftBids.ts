import { listQuerySchema } from "../../domain/listing/querySchema";
import { failure } from "../platform/errors";
import { createDictionaryCache, sqlListingIndex } from "../workspace/listing";
import { checkQuery, type AnswerDraft } from "../workspace/draftLists";
import { bidSource } from "./bidSource";
import { listBids } from "./listBids";

/** How lists of bids answer over declarations that are being edited. */
export const draftBids: AnswerDraft = (context, asked) => {
  const { database, clock, workspace, schemas } = context;
  const resource = workspace.resource(asked.resource);
  const schema = listQuerySchema(resource, schemas.row(resource.row));
  checkQuery(schemas, schema, asked.query);
  if (asked.call.kind !== "list") throw failure("not_found");
  const dictionaries = createDictionaryCache(database);
  const source = bidSource;
  const index = sqlListingIndex({ database, source, dictionaries, clock });
  const bids = { database, source, index, dictionaries };
  return listBids(context, bids, { ...asked, resource });
};
