import type { FastifyInstance } from "fastify";

/** The end of a request, without personal data. */
export type AnsweredRequest = {
  method: string;
  /** The template of its route, such as `/api/lists/:resource`, or `unknown`. */
  route: string;
  /** `2xx` and so on; `aborted` if the client disconnected before the answer was complete. */
  status: string;
  /** Whether it has no deadline, such as exports and uploads. */
  isLong: boolean;
  seconds: number;
};

/** Calls `onAnswered` at the end of each request, except live streams. */
export function timeRequests(
  app: FastifyInstance,
  onAnswered: (request: AnsweredRequest) => void,
): void {
  app.addHook("onResponse", ({ method, routeOptions }, reply, done) => {
    const { url = "unknown", config } = routeOptions;
    onAnswered({
      method,
      route: url,
      status: reply.raw.writableEnded
        ? `${Math.floor(reply.statusCode / 100)}xx`
        : "aborted",
      isLong: config.definition?.isLong ?? false,
      seconds: reply.elapsedTime / 1_000,
    });
    done();
  });
}
