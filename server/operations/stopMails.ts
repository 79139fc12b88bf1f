import type { FastifyInstance } from "fastify";
import { stopSearchAlerts } from "../catalog";
import { findLinkToken, stopMailsOf } from "../identity";
import { failure } from "../platform/errors";
import { queryCall, route } from "../platform/http/route";
import type { Context } from "../workspace/context";

/**
 * Registers the public call by which the reader of a mail stops the mails of its
 * kind without signing in. Mail programs call it on one click with a form
 * (RFC 8058), which no other call accepts; pages of other sites stay rejected.
 */
export function registerStopMails(
  app: FastifyInstance,
  context: Context,
): void {
  void app.register((scope, _options, done) => {
    scope.addContentTypeParser(
      ["application/x-www-form-urlencoded", "multipart/form-data"],
      (_request, payload, parsed) => {
        payload.resume().once("end", () => {
          parsed(null, undefined);
        });
      },
    );
    route(scope, {
      method: "POST",
      url: "/mails/stop",
      access: "public",
      ...queryCall("stop-mails"),
      summary: "Stop mails of a kind by the link of a mail",
      handler: async (request) => {
        await stopMails(context, request.query.token);
        return { success: true };
      },
    });
    done();
  });
}

/** The links that turn off all mails of a kind. */
const switches = [
  ["stop-bid-mails", "bids"],
  ["stop-alert-mails", "alerts"],
] as const;

/**
 * Turns off the mails of the token: about the user's bids, of all alerts, or of a saved
 * search. Throws link_expired.
 */
async function stopMails(
  { database, clock }: Pick<Context, "database" | "clock">,
  token: string,
): Promise<void> {
  const now = clock.now();
  for (const [purpose, kind] of switches) {
    const found = await findLinkToken(database, { token, purpose, now });
    if (!found) continue;
    await stopMailsOf(database, { userId: found.userId, kind });
    return;
  }
  const found = await findLinkToken(database, {
    token,
    purpose: "stop-daily-search",
    now,
  });
  if (!found) throw failure("link_expired");
  const { userId, subject } = found;
  await stopSearchAlerts(database, { userId, id: subject });
}
