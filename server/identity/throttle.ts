import { sql } from "kysely";
import type { Clock } from "../platform/clock";
import type { Database } from "../platform/database";
import { Failure, failure, type ErrorCode } from "../platform/errors";
import { networkOf, siteOf } from "../platform/http/network";
import { hashOf } from "./tokens";

export type Throttle = {
  /** The action and whom it limits, such as `sign-in address 192.0.2.7`. */
  key: string;
  /** Attempts allowed in one window. */
  most: number;
  windowSeconds: number;
};

/** An IPv6 site may make as many attempts as this number of its networks. */
const networksPerSite = 4;

/**
 * Returns the limits of a network: of an IPv6 address also of its /48 network, because its
 * holder can choose among many networks.
 */
export function networkThrottles(
  name: string,
  address: string,
  { most, windowSeconds }: Omit<Throttle, "key">,
): Throttle[] {
  const network = { key: `${name} ${networkOf(address)}`, most, windowSeconds };
  const site = siteOf(address);
  if (site === null) return [network];
  const mostOfSite = most * networksPerSite;
  return [
    { key: `${name} site ${site}`, most: mostOfSite, windowSeconds },
    network,
  ];
}

/**
 * Counts an attempt to enter a secret, and takes it back unless `work` refuses the secret
 * itself: with one of the codes. Throws too_many_requests, and as `work`.
 */
export async function countWrong<Result>(
  scope: Scope,
  {
    throttles,
    codes,
    onExhausted,
  }: {
    throttles: readonly Throttle[];
    codes: readonly ErrorCode[];
    onExhausted: () => Promise<void>;
  },
  work: () => Promise<Result>,
): Promise<Result> {
  await countAttempt(scope, throttles, onExhausted);
  let result;
  try {
    result = await work();
  } catch (error) {
    if (!(error instanceof Failure && codes.includes(error.code)))
      await forgiveAttempt(scope, throttles);
    throw error;
  }
  await forgiveAttempt(scope, throttles);
  return result;
}

type Scope = { database: Pick<Database, "kysely">; clock: Clock };

/**
 * Counts one attempt against all throttles before it is made, so that parallel
 * attempts cannot slip through. If a throttle is exhausted, the attempt counts
 * against none of those before it. Throws too_many_requests with the seconds
 * that are left of the window. `onExhausted` runs at the first refusal of a window.
 */
export async function countAttempt(
  scope: Scope,
  throttles: readonly Throttle[],
  onExhausted: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  for (const [index, throttle] of throttles.entries()) {
    try {
      await countOne(scope, throttle, onExhausted);
    } catch (error) {
      await forgiveAttempt(scope, throttles.slice(0, index));
      throw error;
    }
  }
}

async function countOne(
  { database, clock }: Scope,
  { key, most, windowSeconds }: Throttle,
  onExhausted: () => Promise<void>,
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
  if (count === most + 1) await onExhausted();
  const left = (window_ends_at.getTime() - now.getTime()) / 1000;
  throw failure("too_many_requests", { retryAfter: Math.max(1, left) });
}

/** Resets a throttle. */
export async function clearAttempts(
  { kysely }: Pick<Database, "kysely">,
  { key }: Pick<Throttle, "key">,
): Promise<void> {
  await kysely.deleteFrom("throttles").where("key", "=", hashOf(key)).execute();
}

/** Takes back one attempt that turned out harmless. */
export async function forgiveAttempt(
  { database }: Pick<Scope, "database">,
  throttles: readonly Throttle[],
): Promise<void> {
  if (throttles.length === 0) return;
  await database.kysely
    .updateTable("throttles")
    .set({ count: sql`greatest(count - 1, 0)` })
    .where(
      "key",
      "in",
      throttles.map(({ key }) => hashOf(key)),
    )
    .execute();
}
