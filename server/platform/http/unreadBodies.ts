import type { FastifyInstance, FastifyRequest } from "fastify";
import { finished } from "node:stream/promises";
import type { IncomingMessage } from "node:http";

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

const mayBeSlow = new WeakSet<IncomingMessage>();

/**
 * Disconnects senders whose body has not arrived in time. Node's own limit holds
 * for all requests alike, and is as long as the longest upload.
 */
export function cutSlowBodies(
  { server }: FastifyInstance,
  milliseconds: number,
): void {
  server.on("request", (request, response) => {
    if (request.complete) return;
    const timer = setTimeout(() => {
      if (request.complete || mayBeSlow.has(request)) return;
      if (!response.headersSent)
        request.socket.write(
          "HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n",
        );
      request.socket.destroy();
    }, milliseconds).unref();
    request.once("close", () => clearTimeout(timer));
  });
}

/** Lets the body of an upload arrive slowly. Call it once access is decided. */
export function allowSlowBody(request: IncomingMessage): void {
  mayBeSlow.add(request);
}
