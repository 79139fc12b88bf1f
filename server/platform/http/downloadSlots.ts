import { failure } from "../errors";

const retryAfterSeconds = 10;

/** Limits the downloads that run at once. */
export type DownloadSlots = {
  /**
   * Takes a slot and returns the function that gives it back; further calls of
   * that function do nothing. Throws unavailable if no slot is left for the
   * account. With fewer free slots than half, an account gets its first one only.
   */
  take(userId: string): () => void;
};

/** Returns slots for `most` downloads in total and `mostOfAccount` of one account. */
export function createDownloadSlots({
  most,
  mostOfAccount,
}: {
  most: number;
  mostOfAccount: number;
}): DownloadSlots {
  const holders: string[] = [];
  return {
    take(userId) {
      const free = most - holders.length;
      const own = holders.filter((holder) => holder === userId).length;
      const needed = own === 0 ? 1 : most / 2;
      if (own >= mostOfAccount || free < needed)
        throw failure("unavailable", { retryAfter: retryAfterSeconds });
      holders.push(userId);
      let isHeld = true;
      return () => {
        if (isHeld) holders.splice(holders.indexOf(userId), 1);
        isHeld = false;
      };
    },
  };
}
