import type { Viewer } from "../../domain/access";
import type { Language } from "../../domain/limits";
import { failure } from "../platform/errors";
import { fieldErrors } from "../platform/http/fieldErrors";
import type { JsonSchema, SchemaRegistry } from "../platform/schemas/registry";
import type { Context } from "./context";

/** A call of a list whose declaration is being edited. */
export type DraftCall =
  { kind: "list" } | { kind: "facets" } | { kind: "options"; filter: string };

export type DraftAsked = {
  resource: string;
  call: DraftCall;
  /** Decides what of the list is seen. */
  viewer: Viewer;
  /** Decides which rows there are: who looks at the preview. */
  scopeViewer: Viewer;
  language: Language;
  query: Record<string, string>;
};

/** How an area answers a call over declarations that do not act. */
export type AnswerDraft = (
  context: Context,
  asked: DraftAsked,
) => Promise<object>;

/**
 * Validates the query of a draft's list call, as the route of the list does.
 * Throws invalid_request with the fields that are wrong.
 */
export function checkQuery(
  schemas: Pick<SchemaRegistry, "validatorOf">,
  schema: JsonSchema,
  query: Readonly<Record<string, string>>,
): void {
  const errors = schemas.validatorOf(schema)(query);
  if (errors.length > 0)
    throw failure("invalid_request", { errors: fieldErrors([...errors]) });
}
