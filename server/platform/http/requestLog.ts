import type { FastifyInstance } from "fastify";

/**
 * Logs one line for each answered request: route pattern, status, milliseconds.
 * It never logs URLs, which may hold queries with personal data, nor cookies
 * and bodies.
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
