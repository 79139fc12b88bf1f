import type { FastifyInstance } from "fastify";
import type { RowSchema } from "../../domain/resource";
import type { WorkspaceReply } from "../../generated/schemas";
import { failure } from "../platform/errors";
import { sessionOf } from "../platform/http/request";
import { route, type RouteDefinition } from "../platform/http/route";
import { bundleTag, workspaceBundle } from "./bundle";
import type { Context } from "./context";
import { createFormModules, formsPath } from "./validators/formModules";
import { createRowModules, rowModulesPath } from "./validators/rowModules";

/** Registers the call that serves the declarations to the browser program. */
export function registerWorkspace(
  app: FastifyInstance,
  context: Context,
): void {
  route<{ Reply: WorkspaceReply }>(app, {
    method: "GET",
    url: "/workspace",
    access: "signedIn",
    query: "workspace#/definitions/query",
    reply: "workspace#/definitions/reply",
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
  registerRowModules(app, context);
  registerForms(app, context);
}

const year = 365 * 24 * 60 * 60;

const definition: RouteDefinition = {
  method: "GET",
  url: `${rowModulesPath}/:name`,
  access: "signedIn",
  reply: () => ({ type: "string", description: "A JavaScript module" }),
  replyTypes: ["text/javascript"],
  summary: "The checks of a row that the caller may see",
};

/**
 * Registers the row validators that a workspace names. Browsers cache them for
 * a year, because another set of rules has another name. A name that does not
 * belong to the caller's current rules gets 404. The modules are part of the
 * browser program, so OpenAPI does not list them.
 */
function registerRowModules(app: FastifyInstance, context: Context): void {
  const modules = createRowModules();
  const { url } = definition;
  app.get<{ Params: { name: string } }>(
    url,
    { config: { definition } },
    (request, reply) => {
      const bundle = workspaceBundle(context, sessionOf(request).viewer);
      const text = modules.find(
        request.params.name,
        Object.values(bundle.schemas) as unknown[] as RowSchema[],
        context.schemas,
      );
      if (text === undefined) throw failure("not_found");
      return reply
        .type("text/javascript; charset=utf-8")
        .header("cache-control", `private, max-age=${year}, immutable`)
        .send(text);
    },
  );
}

const formDefinition: RouteDefinition = {
  method: "GET",
  url: `${formsPath}/:name`,
  access: "signedIn",
  reply: () => ({
    description: "A JSON schema, or a JavaScript module that validates it",
  }),
  replyTypes: ["application/json", "text/javascript"],
  summary: "The schema and the checks of a form that the caller may send",
};

/**
 * Registers the schemas and validators of forms that a workspace names. They
 * are cached like row validators. A name that does not belong to the caller's
 * current forms gets 404.
 */
function registerForms(app: FastifyInstance, context: Context): void {
  const modules = createFormModules();
  const types = {
    schema: "application/json; charset=utf-8",
    validator: "text/javascript; charset=utf-8",
  };
  app.get<{ Params: { name: string } }>(
    formDefinition.url,
    { config: { definition: formDefinition } },
    (request, reply) => {
      const { viewer } = sessionOf(request);
      const { schemas } = context;
      const { forms = {} } = workspaceBundle(context, viewer);
      const { name } = request.params;
      const found = modules.find(name, forms, { schemas, viewer });
      if (!found) throw failure("not_found");
      return reply
        .type(types[found.type])
        .header("cache-control", `private, max-age=${year}, immutable`)
        .send(found.text);
    },
  );
}
