import type { FastifyInstance } from "fastify";
import { isAllowed } from "../../../domain/access";
import { failure } from "../errors";
import { runWork } from "./admission";
import { acceptedLanguage, type Authenticate } from "./request";
import { accessOf, rulesOf } from "./route";

/**
 * Finds who calls and decides access, before anything of the call is parsed
 * or validated: without a session 401, without the right 403. The right is
 * that of the moment, since the rules of a declared list may be edited.
 */
export function guardAccess(
  app: FastifyInstance,
  authenticate: Authenticate,
): void {
  app.addHook("onRequest", async (request, reply) => {
    request.language = acceptedLanguage(request.headers["accept-language"]);
    const { definition } = request.routeOptions.config;
    const access = definition ? accessOf(definition) : "public";
    if (access === "public") return;
    const session = await runWork(request, () => authenticate(request, reply));
    if (!session) throw failure("unauthorized");
    request.session = session;
    request.language = session.language ?? request.language;
    const { viewer } = session;
    if (!rulesOf(access).every((rule) => isAllowed(rule, viewer)))
      throw failure("forbidden");
  });
}
