import type { FastifyInstance } from "fastify";
import { isAllowed } from "../../../domain/access";
import { failure } from "../errors";
import { acceptedLanguage, type Authenticate } from "./request";

/**
 * Finds who calls and decides access, before anything of the call is parsed
 * or validated: without a session 401, without the right 403.
 */
export function guardAccess(
  app: FastifyInstance,
  authenticate: Authenticate,
): void {
  app.addHook("onRequest", async (request, reply) => {
    request.language = acceptedLanguage(request.headers["accept-language"]);
    const access = request.routeOptions.config.definition?.access;
    if (access === undefined || access === "public") return;
    const session = await authenticate(request, reply);
    if (!session) throw failure("unauthorized");
    request.session = session;
    request.language = session.language ?? request.language;
    if (access !== "signedIn" && !isAllowed(access, session.viewer))
      throw failure("forbidden");
  });
}
