import type { FastifyInstance } from "fastify";
import type { RowSchema } from "../../domain/resource";
import { failure } from "../platform/errors";
import { sessionOf } from "../platform/http/request";
import type { RouteDefinition } from "../platform/http/route";
import { workspaceBundle } from "./bundle";
import type { Context } from "./context";
import { createRowModules, rowModulesPath } from "./validators/rowModules";

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
 * The modules that a workspace names as its validators: each to whom they are
 * cut, for a year. One of other rules than the caller's now is not found. A
 * part of the browser program rather than a call of the API, so they stand in
 * no OpenAPI document.
 */
export function registerRowModules(
  app: FastifyInstance,
  context: Context,
): void {
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
