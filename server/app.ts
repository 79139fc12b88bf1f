import type { FastifyInstance } from "fastify";
import { countWaitingBids, readBalance, registerBidding } from "./bidding";
import { accessTokenOf, createSessions, registerIdentity } from "./identity";
import { registerHealth } from "./platform/http/health";
import { createServer } from "./platform/http/server";
import type { Context } from "./workspace/context";
import { registerWorkspace } from "./workspace/routes";

/**
 * The program's HTTP side over a context: every area registers its calls under
 * `/api`, and what a lower area shows of a higher one is handed down here.
 */
export async function buildApp(context: Context): Promise<FastifyInstance> {
  const sessions = createSessions(context);
  const app = await createServer({
    ...context,
    authenticate: (request) => sessions.find(accessTokenOf(request)),
  });
  await app.register(
    (api, _options, done) => {
      registerHealth(api, context.database);
      registerWorkspace(api, context);
      registerIdentity(api, context, {
        sessions,
        shown: {
          balanceOf: (userId) => readBalance(context, userId),
          countersOf: async ({ viewer }) => ({
            bid: await countWaitingBids(context.database, viewer),
            search: 0,
            map: {},
          }),
        },
      });
      registerBidding(api, context);
      done();
    },
    { prefix: "/api" },
  );
  return app;
}
