import type { FastifyInstance, FastifyRequest } from "fastify";
import { failure } from "../errors";

const retryAfterSeconds = 1;

/**
 * Refuses calls beyond `most` at once with 503 and Retry-After, so that those
 * let in are answered in time. Counted once the body has arrived: slow senders
 * take no place. Routes marked `isExempt` are always answered.
 */
export function limitLoad(app: FastifyInstance, most: number): void {
  const admitted = new WeakSet<FastifyRequest>();
  let running = 0;
  app.addHook("preHandler", (request, _reply, done) => {
    const { definition } = request.routeOptions.config;
    if (!definition || definition.isExempt) {
      done();
      return;
    }
    if (running >= most) {
      done(failure("unavailable", { retryAfter: retryAfterSeconds }));
      return;
    }
    running += 1;
    admitted.add(request);
    done();
  });
  app.addHook("onResponse", (request, _reply, done) => {
    if (admitted.delete(request)) running -= 1;
    done();
  });
}
