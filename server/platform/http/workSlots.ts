import { failure } from "../errors";

const retryAfterSeconds = 10;

/** Limits the work that runs at once on this server. */
export type WorkSlots = {
  /**
   * Takes a slot and returns the function that gives it back; further calls of
   * that function do nothing. Throws unavailable if no slot is left for the
   * holder. With fewer free slots than half, a holder gets its first one only.
   */
  take(holder: string): () => void;
};

/** Returns slots for `most` works in total and `mostOfHolder` of one holder, such as an account. */
export function createWorkSlots({
  most = Number.POSITIVE_INFINITY,
  mostOfHolder,
}: {
  most?: number;
  mostOfHolder: number;
}): WorkSlots {
  const holders: string[] = [];
  return {
    take(holder) {
      const free = most - holders.length;
      const own = holders.filter((other) => other === holder).length;
      const needed = own === 0 ? 1 : most / 2;
      if (own >= mostOfHolder || free < needed)
        throw failure("unavailable", { retryAfter: retryAfterSeconds });
      holders.push(holder);
      let isHeld = true;
      return () => {
        if (isHeld) holders.splice(holders.indexOf(holder), 1);
        isHeld = false;
      };
    },
  };
}
