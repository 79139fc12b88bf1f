import type { FastifyInstance } from "fastify";
import { securityNotes, type Sessions } from "../identity";
import { sessionOf } from "../platform/http/request";
import { route } from "../platform/http/route";
import { readIdempotencyKey } from "../platform/idempotency";
import type { Context } from "../workspace/context";
import { recordRemittance } from "./recordRemittance";

/** Registers the calls of payments. */
export function registerPayments(
  app: FastifyInstance,
  context: Context,
  sessions: Sessions,
): void {
  route(app, {
    method: "POST",
    url: "/payments/remittance",
    access: { roles: ["manager", "admin"] },
    body: "remittance#/definitions/body",
    reply: "remittance#/definitions/reply",
    summary: "Record money that a client or dealer has paid",
    isIdempotent: true,
    handler: (request) =>
      recordRemittance(context, {
        session: sessionOf(request),
        sessions,
        body: request.body,
        key: readIdempotencyKey(request.headers["idempotency-key"]),
        note: securityNotes(context, request),
      }),
  });
}
