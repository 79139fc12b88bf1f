import type { FastifyInstance } from "fastify";
import { sessionOf } from "../http/request";
import { route } from "../http/route";
import type { Live } from "./live";

/** Registers the stream of changes. It ends when the server stops. */
export function registerLive(app: FastifyInstance, live: Live): void {
  route(app, {
    method: "GET",
    url: "/live",
    access: "signedIn",
    query: "live#/definitions/query",
    reply: "live#/definitions/reply",
    summary: "Changes as they happen, as server-sent events",
    isLong: true,
    replyTypes: ["text/event-stream"],
    handler: async (request, reply) => {
      if (request.method === "HEAD")
        return reply.type("text/event-stream").send();
      const header = request.headers["last-event-id"];
      const isValid = typeof header === "string" && isPosition.test(header);
      // A stream may wait until the server follows changes; other requests go on.
      request.work?.release();
      await live.open({
        session: sessionOf(request),
        reply,
        after: request.query.after ?? (isValid ? header : undefined),
      });
      return reply;
    },
  });
  app.addHook("preClose", () => live.close());
}

const isPosition = /^\d{1,18}$/;
