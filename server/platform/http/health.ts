import type { FastifyInstance } from "fastify";
import type { Success } from "../../../generated/schemas";
import type { Database } from "../database";
import { failure } from "../errors";
import { route } from "./route";

/** Whether the process lives, and whether it can serve. Never shed. */
export function registerHealth(app: FastifyInstance, database: Database): void {
  route<{ Reply: Success }>(app, {
    method: "GET",
    url: "/health",
    access: "public",
    isExempt: true,
    reply: "definitions#/definitions/success",
    summary: "Whether the process runs",
    handler: () => ({ success: true }),
  });
  route<{ Reply: Success }>(app, {
    method: "GET",
    url: "/ready",
    access: "public",
    isExempt: true,
    reply: "definitions#/definitions/success",
    summary: "Whether the database answers",
    handler: async () => {
      if (!(await database.isReady()))
        throw failure("unavailable", { retryAfter: 2 });
      return { success: true };
    },
  });
}
