import type { FastifyInstance } from "fastify";
import type { WorkspaceReply } from "../../generated/schemas";
import { sessionOf } from "../platform/http/request";
import { route } from "../platform/http/route";
import { bundleTag, workspaceBundle } from "./bundle";
import type { Context } from "./context";
import { registerRowModules } from "./registerRowModules";

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
}
