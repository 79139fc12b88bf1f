import type { FastifyInstance } from "fastify";
import { setTimeout as pause } from "node:timers/promises";

/** Time for connections already on their way to be accepted and served. */
const lingerMilliseconds = 1_000;
/** Calls still running by then are cut, so that the program ends in time. */
const drainMilliseconds = 7_000;

/**
 * Makes answers end their connections once stopping has begun. Returns the
 * function that stops: the server listens on for a second, since the kernel
 * resets connections that a closing server has not accepted, then finishes
 * what is in flight. Register before the server listens.
 */
export function drainWhenStopping(app: FastifyInstance): () => Promise<void> {
  let isStopping = false;
  app.addHook("onSend", (_request, reply, payload, done) => {
    if (isStopping) void reply.header("connection", "close");
    done(null, payload);
  });
  return async () => {
    if (isStopping) return;
    isStopping = true;
    await pause(lingerMilliseconds);
    const cut = setTimeout(() => {
      app.server.closeAllConnections();
    }, drainMilliseconds);
    await app.close();
    clearTimeout(cut);
  };
}
