import type { FastifyInstance } from "fastify";
import { sessionOf } from "../../platform/http/request";
import {
  bodyCall,
  queryCall,
  route,
  type RouteAccess,
} from "../../platform/http/route";
import { readIdempotencyKey } from "../../platform/idempotency";
import type { Context } from "../../workspace/context";
import { readBidLogs } from "../readBidLogs";
import { markRead, readChat } from "./readChat";
import { sendMessage } from "./sendMessage";

/** Everybody who can read bids; the calls check the right to the bid. */
const readers: RouteAccess = {
  roles: ["client", "dealer", "manager", "admin"],
};

/** Registers the calls of the chat and of the history of a bid. */
export function registerChat(app: FastifyInstance, context: Context): void {
  route(app, {
    method: "GET",
    url: "/bid/chat",
    access: readers,
    ...queryCall("bid-chat"),
    summary: "The messages about a bid",
    handler: (request) => {
      const { bidId, before } = request.query;
      const { viewer } = sessionOf(request);
      return readChat(context, { viewer, bidId, before });
    },
  });
  route(app, {
    method: "PUT",
    url: "/bid/update-chat-status",
    access: readers,
    body: "update-chat-status#/definitions/body",
    reply: "definitions#/definitions/success",
    summary: "Mark the messages about a bid as read",
    handler: async (request) => {
      const { bidId, upTo } = request.body;
      const { viewer } = sessionOf(request);
      await markRead(context, { viewer, bidId, upTo });
      return { success: true };
    },
  });
  route(app, {
    method: "POST",
    url: "/bid/save-chat",
    access: readers,
    ...bodyCall("save-chat"),
    summary: "Write a message about a bid",
    isIdempotent: true,
    handler: (request) =>
      sendMessage(context, {
        ...request.body,
        author: sessionOf(request),
        key: readIdempotencyKey(request.headers["idempotency-key"]),
      }),
  });
  route(app, {
    method: "GET",
    url: "/bid/logs",
    access: { roles: ["manager", "admin"] },
    ...queryCall("bid-logs"),
    summary: "The history of a bid, newest first",
    handler: (request) =>
      readBidLogs(context, {
        viewer: sessionOf(request).viewer,
        language: request.language,
        bidId: request.query.bidId,
      }),
  });
}
