import type { FastifyInstance } from "fastify";
import { toJapanIso } from "../../../domain/japanTime";
import { route } from "../../platform/http/route";
import type { Context } from "../../workspace/context";
import { findLastSeal } from "./sealRows";

/** Registers the public call that shows the newest seal. */
export function registerSeals(
  app: FastifyInstance,
  { database }: Pick<Context, "database">,
): void {
  route(app, {
    method: "GET",
    url: "/seals/head",
    access: "public",
    reply: "seal-head#/definitions/reply",
    summary: "The newest head of the seals of append-only tables",
    handler: async () => {
      const seal = await findLastSeal(database.kysely);
      return {
        success: true,
        seal: seal
          ? {
              number: seal.number,
              head: seal.head,
              sealedAt: toJapanIso(seal.sealed_at),
            }
          : null,
      };
    },
  });
}
