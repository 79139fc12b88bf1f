import type { FastifyInstance } from "fastify";
import type { Access } from "../../domain/access";
import { paymentReference } from "../../domain/paymentReference";
import { findBank } from "../company";
import { securityNotes, type Sessions } from "../identity";
import { sessionOf } from "../platform/http/request";
import { bodyCall, route } from "../platform/http/route";
import { requireIdempotencyKey } from "../platform/idempotency";
import type { Context } from "../workspace/context";
import { chargeCar, type CarPorts } from "./carMoney";
import { closeMonth, findOpenMonths } from "./closeMonth";
import { recordRemittance } from "./remittance";
import { reverseByPerson } from "./reversal";

/** Registers the calls of payments. Each needs an idempotency key and a right of its own. */
export function registerPayments(
  app: FastifyInstance,
  context: Context & { ports: { cars: CarPorts } },
  sessions: Sessions,
): void {
  route(app, {
    method: "POST",
    url: "/payments/remittance",
    access: { roles: ["manager", "admin"], flags: ["moneyManage"] },
    ...bodyCall("remittance"),
    summary: "Record money that a client or dealer has paid",
    isIdempotent: "required",
    handler: (request) =>
      recordRemittance(context, {
        session: sessionOf(request),
        sessions,
        body: request.body,
        key: requireIdempotencyKey(request.headers["idempotency-key"]),
        note: securityNotes(context, request),
      }),
  });
  route(app, {
    method: "POST",
    url: "/payments/reversal",
    access: { roles: ["manager", "admin"], flags: ["moneyManage"] },
    ...bodyCall("reversal"),
    summary: "Reverse a deposit, an opening balance or a cost of a car",
    isIdempotent: "required",
    handler: (request) =>
      reverseByPerson(context, {
        session: sessionOf(request),
        body: request.body,
        key: requireIdempotencyKey(request.headers["idempotency-key"]),
        note: securityNotes(context, request),
      }),
  });
  route(app, {
    method: "POST",
    url: "/payments/charge",
    access: { roles: ["manager", "admin"], flags: ["moneyManage"] },
    ...bodyCall("charge"),
    summary: "Book a cost of a won car, or money back for it",
    isIdempotent: "required",
    handler: (request) =>
      chargeCar(context, {
        session: sessionOf(request),
        body: request.body,
        key: requireIdempotencyKey(request.headers["idempotency-key"]),
        note: securityNotes(context, request),
      }),
  });
  route(app, {
    method: "GET",
    url: "/payments/bank",
    access: { roles: ["client", "dealer"] },
    reply: "payment-bank#/definitions/reply",
    summary: "The company's bank account and the caller's payment reference",
    handler: async (request) => ({
      success: true,
      reference: paymentReference(sessionOf(request).viewer.userId),
      bank: await findBank(context.database.kysely),
    }),
  });
  const closers: Access = {
    roles: ["manager", "admin"],
    flags: ["moneyClose"],
  };
  route(app, {
    method: "GET",
    url: "/payments/open-months",
    access: closers,
    reply: "open-months#/definitions/reply",
    summary: "The months whose books can be closed",
    handler: async (request) => ({
      success: true,
      options: await findOpenMonths(context, request.language),
    }),
  });
  route(app, {
    method: "POST",
    url: "/payments/close-month",
    access: closers,
    ...bodyCall("close-month"),
    summary: "Close the books through the end of a month",
    isIdempotent: "required",
    handler: (request) =>
      closeMonth(context, {
        session: sessionOf(request),
        body: request.body,
        key: requireIdempotencyKey(request.headers["idempotency-key"]),
        note: securityNotes(context, request),
      }),
  });
}
