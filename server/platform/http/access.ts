import type { FastifyInstance, FastifyRequest } from "fastify";
import { failure } from "../errors";
import type { Authenticate, Session } from "./request";
import { accessOf, passesRules } from "./route";
import { runWork, workForUser } from "./work";

/**
 * Looks up the session and checks access before the request is parsed or
 * validated: 401 without a session, 403 without the right. Access rules are
 * read for each request, since the rules of a declared list may be edited.
 */
export function guardAccess(
  app: FastifyInstance,
  authenticate: Authenticate,
): void {
  app.addHook("onRequest", async (request) => {
    const { definition } = request.routeOptions.config;
    const access = definition ? accessOf(definition) : "public";
    if (access === "public") return;
    const session = await findSession(request, authenticate);
    if (!session) throw failure("unauthorized");
    request.session = session;
    request.language = session.language ?? request.language;
    const { viewer } = session;
    if (!passesRules(access, viewer)) throw failure("forbidden");
  });
}

/**
 * Returns the session of a request, which counts for the user from then on; null
 * without a session.
 */
export async function findSession(
  request: FastifyRequest,
  authenticate: Authenticate,
): Promise<Session | null> {
  const session = await runWork(request, () => authenticate(request));
  if (session) await workForUser(request, session.viewer.userId);
  return session;
}
