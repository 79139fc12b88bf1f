import { createHash } from "node:crypto";
import type { Transaction } from "kysely";
import { failure } from "../platform/errors";
import type { Tables } from "../platform/database/tables";

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
  const { userId, key } = options;
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
    .insertInto("idempotency_keys")
    .values({
      user_id: userId,
      key,
      request_hash: requestHash,
      status: 200,
      reply: JSON.stringify(reply),
      created_at: options.now,
    })
    .execute();
  return reply;
}
