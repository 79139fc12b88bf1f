import type { FastifyInstance } from "fastify";

/**
 * One line for each answered request: route pattern, status, milliseconds.
 * Addresses with their queries, cookies and bodies are never logged.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook("onResponse", (request, reply, done) => {
    const level = reply.statusCode >= 500 ? "warn" : "debug";
    request.log[level](
      {
        method: request.method,
        route: request.routeOptions.url ?? "unknown",
        status: reply.statusCode,
        milliseconds: Math.round(reply.elapsedTime * 10) / 10,
        userId: request.session?.viewer.userId,
      },
      "answered",
    );
    done();
  });
}
