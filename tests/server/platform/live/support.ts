import fastify from "fastify";
import type { AddressInfo } from "node:net";
import { afterAll } from "vitest";
import { userLevels, userTypes } from "../../../../domain/access";
import { createChangeHub } from "../../../../server/platform/changes";
import type { Database } from "../../../../server/platform/database";
import { Failure } from "../../../../server/platform/errors";
import type { Session } from "../../../../server/platform/http/request";
import { createLive, type LiveTopic } from "../../../../server/platform/live";
import { readLive } from "../../../support/liveReader";
import { memoryLog } from "../../../support/memoryLog";

/**
 * Serves live streams of a topic. The cookie `user` is the id of the user, by default 7.
 * All is closed when the test file ends.
 */
export async function serveLive(
  database: Database,
  topic: LiveTopic,
  elapsed?: () => number,
) {
  const { log } = memoryLog();
  const changes = createChangeHub({
    ...{ database, log },
    ...(elapsed && { elapsed }),
  });
  const sessions = new Map<string, Session>();
  const options = {
    ...{ changes, log },
    topics: [topic],
    declarationsHash: () => "hash",
    openingMs: 600_000,
    findSessions: () => Promise.resolve(sessions),
  };
  const live = createLive(options);
  const app = fastify();
  const calls = { arrived: 0, ended: 0 };
  app.setErrorHandler((error, _request, reply) =>
    reply.code(error instanceof Failure ? error.status : 500).send(),
  );
  app.get<{ Querystring: { after?: string }; Headers: { cookie: string } }>(
    "/api/live",
    async (call, reply) => {
      const { after } = call.query;
      const [, userId = "7"] = call.headers.cookie.split("=");
      calls.arrived += 1;
      reply.raw.once("close", () => {
        calls.ended += 1;
      });
      const session = {
        sessionId: userId,
        language: null,
        fullName: "Anna",
        viewer: {
          userId,
          userType: userTypes.client,
          userLevel: userLevels.client,
          roleId: 0,
          permissions: {},
        },
      };
      sessions.set(userId, session);
      await live.open({ session, reply, after });
      return reply;
    },
  );
  await app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.address() as AddressInfo;
  afterAll(async () => {
    await live.close();
    await app.close();
    await changes.stop();
    await database.close();
  });
  return {
    changes,
    calls,
    options,
    open: (after?: bigint, cookies: Record<string, string> = {}) =>
      readLive({ port, cookies, after: after?.toString() }),
  };
}
