import type { FastifyInstance } from "fastify";
import type { IncomingMessage } from "node:http";

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
