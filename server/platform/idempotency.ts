import { createHash } from "node:crypto";
import { sql, type Transaction } from "kysely";
import { announcedBy, knownText, noteWritten, parseKnown } from "./changes";
import { inTransaction, type Database, type Tables } from "./database";
import { Failure, failure } from "./errors";

/**
 * Returns the Idempotency-Key header, null without one. Throws invalid_request
 * unless it has 8 to 100 printable ASCII characters.
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
 * Returns the Idempotency-Key header of a call that moves money. Throws key_required
 * without one, and invalid_request as `readIdempotencyKey`.
 */
export function requireIdempotencyKey(
  header: string | string[] | undefined,
): string {
  const key = readIdempotencyKey(header);
  if (key === null) throw failure("key_required");
  return key;
}

/**
 * Runs `run` once per user and key, and replays its reply and its change numbers for every
 * further request with the same key, until the job `remove-expired` deletes the key. The key is
 * inserted before `run` acts, so that a concurrent request with the same key waits for this transaction to end. When
 * `run` throws, the transaction must roll back: the key is then free again.
 *
 * @throws key_reused (409) when the key was used for another request.
 * @example
 * inTransaction(database, (trx) =>
 *   replayIdempotent(trx, { userId, key, request: ["save-note", body], now },
 *     () => saveNote(trx, body)));
 */
export async function replayIdempotent<Reply>(
  trx: Transaction<Tables>,
  options: {
    userId: string;
    key: string | null;
    /** Identifies the action; compared as JSON. */
    request: unknown;
    now: Date;
  },
  run: () => Promise<Reply>,
): Promise<Reply> {
  const { userId, key, now } = options;
  if (key === null) return run();
  const requestHash = createHash("sha256")
    .update(JSON.stringify(options.request))
    .digest("hex");
  const inserted = await trx
    .insertInto("idempotency_keys")
    .values({
      user_id: userId,
      key,
      request_hash: requestHash,
      reply: "",
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("key")
    .executeTakeFirst();
  if (!inserted) {
    const first = await trx
      .selectFrom("idempotency_keys")
      .select(["request_hash", "reply", "changes"])
      .where("user_id", "=", userId)
      .where("key", "=", key)
      .executeTakeFirstOrThrow();
    if (first.request_hash !== requestHash) throw failure("key_reused");
    // The lists of the client include what the first request wrote.
    for (const [topic, number] of parseKnown(first.changes))
      noteWritten(number, topic)();
    return JSON.parse(first.reply) as Reply;
  }
  const reply = await run();
  await trx
    .updateTable("idempotency_keys")
    .set({
      reply: JSON.stringify(reply),
      changes: knownText(announcedBy(trx)),
    })
    .where("user_id", "=", userId)
    .where("key", "=", key)
    .execute();
  return reply;
}

/** Runs `run` in a transaction of its own, once per user and key as `replayIdempotent`. */
export const writeOnce = <Reply>(
  database: Pick<Database, "kysely">,
  options: Parameters<typeof replayIdempotent>[1],
  run: (trx: Transaction<Tables>) => Promise<Reply>,
): Promise<Reply> =>
  inTransaction(database, (trx) =>
    replayIdempotent(trx, options, () => run(trx)),
  );

/**
 * Runs `run` as `writeOnce` does, and remembers a refusal too: the same key is refused
 * again, although the request would be accepted by now. A refused request has no effect.
 * For calls that move money, whose caller must be able to trust an answer.
 */
export async function decideOnce<Reply extends object>(
  database: Pick<Database, "kysely">,
  options: Parameters<typeof replayIdempotent>[1],
  run: (trx: Transaction<Tables>) => Promise<Reply>,
): Promise<Reply> {
  const decided = await writeOnce<Reply | Refusal>(
    database,
    options,
    async (trx) => {
      await sql`savepoint undecided`.execute(trx);
      try {
        return await run(trx);
      } catch (error) {
        if (!isRefusal(error)) throw error;
        await sql`rollback to savepoint undecided`.execute(trx);
        return { refusal: { code: error.code, details: error.details } };
      }
    },
  );
  if (!("refusal" in decided)) return decided;
  throw failure(decided.refusal.code, decided.refusal.details);
}

type Refusal = { refusal: Pick<Failure, "code" | "details"> };

/** Failures of the server or its load are no decisions. */
const isRefusal = (error: unknown): error is Failure =>
  error instanceof Failure && error.status < 500 && error.status !== 429;
