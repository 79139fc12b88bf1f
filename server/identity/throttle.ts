import { sql } from "kysely";
import type { Clock } from "../platform/clock";
import type { Database } from "../platform/database";
import { failure } from "../platform/errors";
import { hashOf } from "./tokens";

export type Throttle = {
  /** What is limited and for whom, such as `sign-in account <e-mail>`. */
  key: string;
  /** Attempts inside one window that are let through. */
  most: number;
  windowSeconds: number;
};

type Scope = { database: Database; clock: Clock };

/**
 * Counts an attempt before it is made, so that parallel ones cannot slip
 * through. Throws too_many_requests with the seconds left of the window.
 */
export async function countAttempt(
  { database, clock }: Scope,
  { key, most, windowSeconds }: Throttle,
): Promise<void> {
  const now = clock.now();
  const end = new Date(now.getTime() + windowSeconds * 1000);
  const isOver = sql<boolean>`throttles.window_ends_at <= ${now}`;
  const { count, window_ends_at } = await database.kysely
    .insertInto("throttles")
    .values({ key: hashOf(key), count: 1, window_ends_at: end })
    .onConflict((conflict) =>
      conflict.column("key").doUpdateSet({
        count: sql`case when ${isOver} then 1 else throttles.count + 1 end`,
        window_ends_at: sql`case when ${isOver} then excluded.window_ends_at else throttles.window_ends_at end`,
      }),
    )
    .returning(["count", "window_ends_at"])
    .executeTakeFirstOrThrow();
  if (count <= most) return;
  const left = (window_ends_at.getTime() - now.getTime()) / 1000;
  throw failure("too_many_requests", { retryAfter: Math.max(1, left) });
}

/**
 * Forgets the attempts: the right password proves who is asking. With them go
 * all whose window is over, so that the table stays small.
 */
export async function clearAttempts(
  { database, clock }: Scope,
  { key }: Pick<Throttle, "key">,
): Promise<void> {
  await database.kysely
    .deleteFrom("throttles")
    .where((eb) =>
      eb.or([
        eb("key", "=", hashOf(key)),
        eb("window_ends_at", "<=", clock.now()),
      ]),
    )
    .execute();
}

/** Takes back one counted attempt that did no harm. */
export async function forgiveAttempt(
  { database }: Pick<Scope, "database">,
  { key }: Pick<Throttle, "key">,
): Promise<void> {
  await database.kysely
    .updateTable("throttles")
    .set({ count: sql`greatest(count - 1, 0)` })
    .where("key", "=", hashOf(key))
    .execute();
}
