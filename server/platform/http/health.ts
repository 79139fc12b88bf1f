import type { FastifyInstance } from "fastify";
import { canStore, type Database } from "../database";
import { failure } from "../errors";
import { route } from "./route";

declare module "fastify" {
  interface FastifyInstance {
    /** `isFull` after a failed write, until the storage has room again. */
    storage: { isFull: boolean };
  }
}

/** Registers `/health` and `/ready`, which are answered under any load. */
export function registerHealth(app: FastifyInstance, database: Database): void {
  route(app, {
    method: "GET",
    url: "/health",
    access: "public",
    isExempt: true,
    reply: "definitions#/definitions/success",
    summary: "Whether the process runs",
    handler: () => ({ success: true }),
  });
  const isServing = async () => {
    if (!(await database.isReady())) return false;
    if (!app.storage.isFull) return true;
    app.storage.isFull = !(await canStore(database.kysely));
    return !app.storage.isFull;
  };
  // Concurrent checks share one query, since this route is never shed.
  let checking: Promise<boolean> | undefined;
  route(app, {
    method: "GET",
    url: "/ready",
    access: "public",
    isExempt: true,
    reply: "definitions#/definitions/success",
    summary: "Whether the database answers and has room for new rows",
    handler: async () => {
      checking ??= isServing().finally(() => {
        checking = undefined;
      });
      if (!(await checking)) throw failure("unavailable", { retryAfter: 2 });
      return { success: true };
    },
  });
}
