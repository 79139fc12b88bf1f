import type { FastifyInstance, FastifyRequest } from "fastify";

/** The reply of a call that a page would send first, as JSON text. */
export type EarlyReply = {
  /** The address below the base of the API. */
  address: string;
  text: string;
  headers: Record<string, string>;
};

/** A page waits for its replies no longer than this. */
const waitMs = 300;

/** The headers of a reply that the browser program reads. */
const readHeaders = ["change-number", "etag"];

/**
 * Returns the replies to GET calls that a page will send, answered by the routes
 * of this server with the session of the page's request. A call that is refused
 * or not answered when `signal` aborts is left out: the browser then sends it.
 */
export async function earlyReplies(
  app: FastifyInstance,
  request: FastifyRequest,
  addresses: readonly string[],
  signal: AbortSignal = AbortSignal.timeout(waitMs),
): Promise<EarlyReply[]> {
  const { cookie, "accept-language": language } = request.headers;
  const replies = await Promise.all(
    addresses.map(async (address): Promise<EarlyReply[]> => {
      try {
        const { statusCode, body, headers } = await app.inject({
          method: "GET",
          url: `/api${address}`,
          remoteAddress: request.ip,
          headers: {
            accept: "application/json",
            ...(cookie === undefined ? {} : { cookie }),
            ...(language === undefined ? {} : { "accept-language": language }),
          },
          signal,
        });
        if (statusCode !== 200) return [];
        const read = readHeaders.flatMap((name) => {
          const value = headers[name];
          return value === undefined ? [] : [[name, String(value)]];
        });
        const kept = Object.fromEntries(read) as Record<string, string>;
        return [{ address, text: body, headers: kept }];
      } catch {
        return [];
      }
    }),
  );
  return replies.flat();
}
