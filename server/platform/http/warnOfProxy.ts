import type { FastifyInstance } from "fastify";

/**
 * Warns once if a request came through a proxy that is not trusted. All clients then have
 * the address of the proxy, and share its limits.
 */
export function warnOfProxy(app: FastifyInstance): void {
  let isWarned = false;
  app.addHook("onRequest", (request, _reply, done) => {
    const { "x-forwarded-for": client, forwarded } = request.headers;
    if (!isWarned && (client !== undefined || forwarded !== undefined)) {
      isWarned = true;
      const proxy = request.socket.remoteAddress;
      app.log.warn(
        { proxy },
        "requests come through a proxy that is not trusted: set TRUST_PROXY to its address, otherwise all clients share the limits of one address",
      );
    }
    done();
  });
}
