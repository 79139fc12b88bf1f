import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Starts a provider on loopback. It answers requests with `answers` in turn,
 * further requests with the last answer, and records the requests.
 */
export async function feedServer(...answers: Answer[]) {
  const calls: { url: string; headers: IncomingMessage["headers"] }[] = [];
  const open = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    open.add(response);
    response.once("close", () => open.delete(response));
    const { url = "", headers } = request;
    const answer = answers[Math.min(calls.length, answers.length - 1)];
    calls.push({ url, headers });
    answer?.(request, response);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    calls,
    /** The number of open connections with an unfinished response. */
    open: () => open.size,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

export const send =
  (text: string, headers: Record<string, string> = {}): Answer =>
  (_, response) => {
    response.writeHead(200, headers).end(text);
  };

export const refuse =
  (status: number, body = "", headers: Record<string, string> = {}): Answer =>
  (_, response) => {
    response.writeHead(status, headers).end(body);
  };

/** Sends the first bytes of a text and closes the connection. */
export const cutAfter =
  (bytes: number, text: string, headers: Record<string, string> = {}): Answer =>
  (_, response) => {
    const whole = Buffer.from(text);
    response.writeHead(200, { "Content-Length": whole.length, ...headers });
    response.write(whole.subarray(0, bytes), () => response.destroy());
  };

/** Answers a range request. */
export const sendRange =
  (text: string): Answer =>
  (request, response) => {
    const whole = Buffer.from(text);
    const from = Number(
      /^bytes=(\d+)-$/.exec(request.headers.range ?? "")?.[1],
    );
    response.writeHead(206, {
      "Content-Range": `bytes ${from}-${whole.length - 1}/${whole.length}`,
    });
    response.end(whole.subarray(from));
  };
