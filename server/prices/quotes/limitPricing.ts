import type { Transaction } from "kysely";
import { countAttempt, forgiveAttempt } from "../../identity";
import type { Tables } from "../../platform/database";
import { createWorkSlots } from "../../platform/http/workSlots";
import { writeOnce } from "../../platform/idempotency";
import type { QuoteScope } from "./readCars";

/** Requests of one person within an hour that price a car. */
const mostPerHour = 120;

const throttleOf = (userId: string) => ({
  key: `quote user ${userId}`,
  most: mostPerHour,
  windowSeconds: 3_600,
});

/** Counts a request that prices a car. Throws the refusal of a person who has had too many. */
export const countPricing = (
  scope: Pick<QuoteScope, "database" | "clock">,
  userId: string,
): Promise<void> => countAttempt(scope, [throttleOf(userId)]);

/** Runs a request that prices a car and keeps the price, as `writeOnce`. */
export type PriceOnce = <Reply>(
  options: Parameters<typeof writeOnce>[1],
  run: (trx: Transaction<Tables>) => Promise<Reply>,
) => Promise<Reply>;

/**
 * Returns the function that runs requests of at most two prices of one person at once. A
 * request counts before its work, so that a refused one counts too and parallel ones cannot
 * slip through. A repeated request, which gets the stored reply, does not count.
 */
export function limitPricing(
  scope: Pick<QuoteScope, "database" | "clock">,
): PriceOnce {
  const slots = createWorkSlots({ mostOfHolder: 2 });
  return async (options, run) => {
    const { userId, key } = options;
    // Held until the transaction ends, also after the answer of a request that took too long.
    const release = slots.take(userId);
    try {
      const refusal = await countPricing(scope, userId).catch(
        (error: unknown) => {
          if (key === null) throw error;
          return { error };
        },
      );
      let runs = 0;
      const reply = await writeOnce(scope.database, options, (trx) => {
        runs += 1;
        if (refusal) throw refusal.error;
        return run(trx);
      });
      // The reply was stored.
      if (runs === 0) await forgiveAttempt(scope, [throttleOf(userId)]);
      return reply;
    } finally {
      release();
    }
  };
}
