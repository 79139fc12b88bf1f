import type { FastifyInstance } from "fastify";
import { failure } from "../errors";

/**
 * Rejects requests with several Host headers. Node keeps the first, and a proxy may
 * have decided by another.
 */
export function refuseSeveralHosts(app: FastifyInstance): void {
  app.addHook("onRequest", ({ raw }, _reply, done) => {
    const hosts = raw.rawHeaders.filter(
      (text, index) => index % 2 === 0 && text.toLowerCase() === "host",
    );
    done(hosts.length > 1 ? failure("invalid_request") : undefined);
  });
}
