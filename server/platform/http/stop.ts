import type { FastifyInstance } from "fastify";
import { setTimeout as pause } from "node:timers/promises";

/** Connections that are being opened can still be accepted and served. */
const lingerMilliseconds = 1_000;
/** Requests that still run by then are aborted, so that the program ends. */
const drainMilliseconds = 7_000;

/**
 * Returns a function that stops the server without aborting requests. The
 * server keeps listening for a second, because the kernel resets connections
 * that a closing server has not accepted yet. Each answer of that second
 * closes its connection. Then requests in flight are finished. Call it before the server
 * listens.
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
    try {
      await app.close();
    } finally {
      clearTimeout(cut);
    }
  };
}
