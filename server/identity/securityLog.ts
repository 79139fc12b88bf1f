import type { FastifyRequest } from "fastify";
import { sql, type Transaction } from "kysely";
import type { SecurityEvent as Row } from "../../generated/schemas";
import type { Tables } from "../platform/database";
import type { Context } from "../workspace/context";
import { tableSource } from "../workspace/listing";

export type SecurityEvent = {
  event: Row["event"];
  /** The account that it is about; null for an unknown one. */
  userId?: string | null;
  /** Changed rights or limits: never a password, a token, a code or an e-mail. */
  detail?: string;
};

/**
 * Writes an event to the security log. An event of a transaction is committed with
 * it, and a failure to write it is thrown. Without a transaction it never throws.
 */
export type NoteSecurity = (
  event: SecurityEvent,
  trx?: Transaction<Tables>,
) => Promise<void>;

type LogContext = Pick<Context, "database" | "clock"> & {
  log: Pick<Context["log"], "error">;
};

/**
 * Returns how events of a request are written to the security log, with its address, id
 * and signed-in user. A command has no user and no address, and names itself as `actor`. If the
 * database does not take an event outside a transaction, it is in the program's log, and
 * the request goes on.
 */
export const securityNotes =
  (
    { database, clock, log }: LogContext,
    request?: Pick<FastifyRequest, "ip" | "id" | "session">,
    actor: string | null = null,
  ): NoteSecurity =>
  async ({ event, userId = null, detail = null }, trx) => {
    const actor_id = request?.session?.viewer.userId ?? null;
    try {
      await (trx ?? database.kysely)
        .insertInto("security_events")
        .values({
          at: clock.now(),
          event,
          user_id: userId,
          actor_id,
          actor,
          address: request?.ip ?? null,
          request_id: request?.id ?? null,
          detail,
        })
        .execute();
    } catch (error) {
      if (trx) throw error;
      log.error(
        { err: error, event, userId, actorId: actor_id, reqId: request?.id },
        "a security event was not stored",
      );
    }
  };

/**
 * Describes changed values, such as `userLevel 1064 to 979, biddingAllowed true to false`;
 * an empty text without a change.
 */
export function describeChanges(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): string {
  const names = Object.keys({ ...before, ...after });
  return names
    .filter((name) => before[name] !== after[name])
    .map((name) => `${name} ${String(before[name])} to ${String(after[name])}`)
    .join(", ");
}

const emailOf = (column: string) => ({
  kind: "expression" as const,
  expression: sql<string | null>`(
    select email from users where users.id = security_events.${sql.ref(column)})`,
});

/** The security log. The access rule of the list guards it. */
export const securitySource = tableSource({
  row: "security-event",
  table: "security_events",
  columns: {
    at: "at",
    event: "event",
    address: "address",
    requestId: "request_id",
    detail: "detail",
  },
  fields: {
    user: emailOf("user_id"),
    actor: {
      ...emailOf("actor_id"),
      expression: sql<string | null>`coalesce(
        security_events.actor, ${emailOf("actor_id").expression})`,
    },
  },
});
