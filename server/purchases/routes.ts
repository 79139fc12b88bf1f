import type { FastifyInstance } from "fastify";
import type { BidPorts } from "../bidding";
import { securityNotes } from "../identity";
import { sessionOf } from "../platform/http/request";
import { bodyCall, route } from "../platform/http/route";
import { requireIdempotencyKey } from "../platform/idempotency";
import type { Context } from "../workspace/context";
import { cancelByPerson } from "./cancelByPerson";

/** Registers the calls of purchases that their list does not declare. */
export function registerPurchases(
  app: FastifyInstance,
  context: Context & { ports: BidPorts },
): void {
  route(app, {
    method: "POST",
    url: "/purchased-cars/cancel",
    access: {
      roles: ["manager", "admin"],
      flags: ["bidManagementEnabled", "correctOutcome", "moneyManage"],
    },
    ...bodyCall("cancel-purchase"),
    summary: "Cancel a purchase after the hammer, with a penalty",
    isIdempotent: "required",
    handler: (request) =>
      cancelByPerson(context, {
        session: sessionOf(request),
        body: request.body,
        key: requireIdempotencyKey(request.headers["idempotency-key"]),
        note: securityNotes(context, request),
      }),
  });
}
