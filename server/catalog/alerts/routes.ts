import type { FastifyInstance } from "fastify";
import { inTransaction } from "../../platform/database";
import { sessionOf } from "../../platform/http/request";
import { bodyCall, route } from "../../platform/http/route";
import type { Context } from "../../workspace/context";
import { markAlertsRead } from "./alerts";

/** Registers the call that marks alerts as read. */
export function registerAlerts(
  app: FastifyInstance,
  { database, clock }: Pick<Context, "database" | "clock">,
): void {
  route(app, {
    method: "POST",
    url: "/alerts/read",
    access: "signedIn",
    ...bodyCall("read-alerts"),
    summary: "Mark own alerts as read",
    handler: async (request) => {
      const { userId } = sessionOf(request).viewer;
      const { ids } = request.body;
      await inTransaction(database, async (trx) => {
        await markAlertsRead(trx, { userId, ids, now: clock.now() });
      });
      return { success: true };
    },
  });
}
