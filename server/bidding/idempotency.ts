import { createHash } from "node:crypto";
import type { Transaction } from "kysely";
import { failure } from "../platform/errors";
import type { Tables } from "../platform/database/tables";

const hour = 3_600_000;
/** Longer than the day for which a retry must be answered alike. */
const keptHours = 48;

/**
 * The Idempotency-Key of a request: 8 to 100 printable characters; null when
 * there is none. Throws invalid_request (400) for anything else.
 */
export function readIdempotencyKey(
  header: string | string[] | undefined,
): string | null {
  if (header === undefined) return null;
  const isKey =
    typeof header === "string" && /^[\x21-\x7e]{8,100}$/.test(header);
  if (!isKey) throw failure("invalid_request");
  return header;
}

/**
 * Answers a repeated request with its first reply. The caller must already
 * hold a lock that lets one request of this user through at a time. Only what
 * succeeded is kept: a refusal changed nothing and may be tried again.
 *
 * @throws key_reused (409) when the key came before with another request.
 */
export async function once<Reply>(
  trx: Transaction<Tables>,
  options: { userId: string; key: string | null; request: unknown; now: Date },
  run: () => Promise<Reply>,
): Promise<Reply> {
  const { userId, key, now } = options;
  if (key === null) return run();
  const requestHash = createHash("sha256")
    .update(JSON.stringify(options.request))
    .digest("hex");
  const kept = await trx
    .selectFrom("idempotency_keys")
    .select(["request_hash", "reply"])
    .where("user_id", "=", userId)
    .where("key", "=", key)
    .executeTakeFirst();
  if (kept) {
    if (kept.request_hash !== requestHash) throw failure("key_reused");
    return JSON.parse(kept.reply) as Reply;
  }
  const reply = await run();
  await trx
    .deleteFrom("idempotency_keys")
    .where("user_id", "=", userId)
    .where("created_at", "<", new Date(now.getTime() - keptHours * hour))
    .execute();
  await trx
    .insertInto("idempotency_keys")
    .values({
      user_id: userId,
      key,
      request_hash: requestHash,
      status: 200,
      reply: JSON.stringify(reply),
      created_at: now,
    })
    .execute();
  return reply;
}
