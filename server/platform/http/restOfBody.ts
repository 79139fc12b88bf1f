import type { FastifyInstance, FastifyRequest } from "fastify";
import { finished } from "node:stream/promises";

const mostBytes = 100_000_000;
const longestSilenceMs = 30_000;

/**
 * Reads and discards the rest of a body that was refused before it had arrived. A
 * server that closes the connection instead breaks the client's upload before the
 * client reads the answer. The connection is cut after 100 MB, or 30 s without a byte.
 */
export function readRestOfBodies(app: FastifyInstance): void {
  app.addHook("onSend", async (request, reply, payload) => {
    if (request.raw.complete) return payload;
    // The rest may take minutes to arrive.
    request.work?.release();
    void reply.removeHeader("connection");
    // Node closes this connection as soon as the answer has been sent.
    if (closesConnection(request)) await discardRest(request);
    return payload;
  });
  app.addHook("onResponse", async (request) => {
    if (!request.raw.complete) await discardRest(request);
  });
}

const closesConnection = ({ raw }: FastifyRequest): boolean =>
  raw.httpVersion === "1.0" ||
  raw.headers.connection?.toLowerCase() === "close";

async function discardRest({ raw }: FastifyRequest): Promise<void> {
  if (raw.destroyed) return;
  let discarded = 0;
  const cut = () => {
    raw.destroy();
  };
  const silence = setTimeout(cut, longestSilenceMs).unref();
  raw.on("data", (chunk: Uint8Array) => {
    silence.refresh();
    discarded += chunk.length;
    if (discarded > mostBytes) cut();
  });
  try {
    await finished(raw);
  } catch {
    // The client has gone.
  } finally {
    clearTimeout(silence);
  }
}
