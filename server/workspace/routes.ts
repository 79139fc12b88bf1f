import type { FastifyInstance, FastifyRequest } from "fastify";
import type { RowSchema } from "../../domain/resource";
import type { WorkspaceReply } from "../../generated/schemas";
import { failure } from "../platform/errors";
import { sessionOf } from "../platform/http/request";
import { queryCall, route, type RouteDefinition } from "../platform/http/route";
import { bundleTag, workspaceBundle } from "./bundle";
import type { Context } from "./context";
import {
  createFormModules,
  createRowModules,
  formsPath,
  rowModulesPath,
} from "./validators/modules";

/** Registers the call that serves the declarations to the browser program. */
export function registerWorkspace(
  app: FastifyInstance,
  context: Context,
): void {
  route<{ Reply: WorkspaceReply }>(app, {
    method: "GET",
    url: "/workspace",
    access: "signedIn",
    ...queryCall("workspace"),
    summary: "Declarations and row schemas that the caller may see",
    handler: (request, reply) => {
      const bundle = workspaceBundle(
        context,
        sessionOf(request).viewer,
        request.language,
      );
      const tag = bundleTag(bundle);
      void reply
        .header("etag", tag)
        .header("cache-control", "private, no-cache");
      if (request.headers["if-none-match"] === tag)
        return reply.code(304).send();
      return bundle;
    },
  });
  const { schemas } = context;
  const rows = createRowModules();
  registerFiles(
    app,
    {
      method: "GET",
      url: `${rowModulesPath}/:name`,
      access: "signedIn",
      reply: () => ({ type: "string", description: "A JavaScript module" }),
      replyTypes: [types.validator],
      summary: "The checks of a row that the caller may see",
    },
    (request, name) => {
      const bundle = workspaceBundle(context, sessionOf(request).viewer);
      const cut = Object.values(bundle.schemas) as unknown[] as RowSchema[];
      const text = rows.find(name, cut, schemas);
      return text === undefined ? undefined : { type: "validator", text };
    },
  );
  const forms = createFormModules();
  registerFiles(
    app,
    {
      method: "GET",
      url: `${formsPath}/:name`,
      access: "signedIn",
      reply: () => ({
        description: "A JSON schema, or a JavaScript module that validates it",
      }),
      replyTypes: [types.schema, types.validator],
      summary: "The schema and the checks of a form that the caller may send",
    },
    (request, name) => {
      const { viewer } = sessionOf(request);
      const { forms: own = {} } = workspaceBundle(context, viewer);
      return forms.find(name, own, { schemas, viewer });
    },
  );
}

const year = 365 * 24 * 60 * 60;
const types = { schema: "application/json", validator: "text/javascript" };
type File = { type: keyof typeof types; text: string };

/**
 * Registers files that a workspace names. Browsers cache them for a year, because other
 * rules have another name. A name that does not belong to the caller's current rows or
 * forms gets 404. The files are part of the browser program, so OpenAPI does not list them.
 */
function registerFiles(
  app: FastifyInstance,
  definition: RouteDefinition,
  find: (request: FastifyRequest, name: string) => File | undefined,
): void {
  app.get<{ Params: { name: string } }>(
    definition.url,
    { config: { definition } },
    (request, reply) => {
      const found = find(request, request.params.name);
      if (!found) throw failure("not_found");
      return reply
        .type(`${types[found.type]}; charset=utf-8`)
        .header("cache-control", `private, max-age=${year}, immutable`)
        .send(found.text);
    },
  );
}
