import type { Viewer } from "../../../domain/access";
import type { Language } from "../../../domain/limits";
import { failure } from "../../platform/errors";
import { fieldErrors } from "../../platform/http/fieldErrors";
import type { JsonSchema } from "../../platform/schemas/registry";
import { JsonText } from "../../platform/http/route";
import { freshReader, type Freshness } from "../listing";
import { querySource, type ListCall } from "./listSchemas";
import { readChart } from "./readChart";
import { readFacets, readOptions } from "./readFacets";
import { readPage } from "./readPage";
import type { FindLists, ListContext } from "./rowLists";

export type ListRequest = {
  /** The name of the resource. */
  resource: string;
  call: ListCall;
  viewer: Viewer;
  /** Decides the rows instead of `viewer`, for previews by an administrator. */
  scopeViewer?: Viewer | undefined;
  language: Language;
  query: Record<string, string>;
  freshness?: Freshness | undefined;
};

/**
 * Answers one call of a declared list, whose query is already valid; a page is
 * answered as a JsonText. Throws forbidden, invalid_request and not_found.
 */
export async function answerList(
  context: ListContext,
  findLists: FindLists,
  request: ListRequest,
): Promise<object> {
  const { call, viewer, freshness } = request;
  const resource = context.workspace.resource(request.resource);
  const lists = findLists(resource.row);
  if (!lists) throw failure("not_found");
  const { detail } = lists;
  const reader = freshness
    ? freshReader(lists.reader, freshness)
    : lists.reader;
  switch (call.kind) {
    case "list":
      return readPage(context, { ...lists, reader }, { ...request, resource });
    case "facets":
      return readFacets(context, reader, { ...request, resource });
    case "chart":
      return readChart(context, reader, { ...request, resource });
    case "options":
      return readOptions(context, reader, {
        ...request,
        resource,
        filter: call.filter,
      });
    case "detail": {
      const { id = "" } = request.query;
      if (!detail) throw failure("not_found");
      return detail.read(context, { resource: resource.name, viewer, id });
    }
  }
}

/** Answers a call of a list over declarations that do not act yet. */
export type AnswerDraft = (
  context: ListContext,
  request: ListRequest,
) => Promise<object>;

/**
 * Returns a function that validates the query of a call, as its route would
 * do, and answers it. Throws invalid_request with the wrong parameters.
 */
export const answerDraft =
  (findLists: FindLists): AnswerDraft =>
  async (context, request) => {
    const { workspace, schemas } = context;
    const resource = workspace.resource(request.resource);
    const lists = findLists(resource.row);
    if (!lists) throw failure("not_found");
    const row = schemas.row(resource.row);
    assertQuery(
      context,
      querySource({ resource, row, lists }, request.call),
      request.query,
    );
    const answer = await answerList(context, findLists, request);
    return answer instanceof JsonText ? answer.parse() : answer;
  };

/** Throws invalid_request with the parameters that break the schema. */
export function assertQuery(
  { schemas }: Pick<ListContext, "schemas">,
  schema: string | JsonSchema,
  query: Readonly<Record<string, string>>,
): void {
  const errors = schemas.validator(schema)(query);
  if (errors.length > 0)
    throw failure("invalid_request", { errors: fieldErrors([...errors]) });
}
