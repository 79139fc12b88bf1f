import { failure } from "../../platform/errors";

/** Exports that may run at once, in total and for one account. */
const mostExports = 8;
const mostOfAccount = 2;
/** With fewer free slots, an account gets its first export only. */
const freeForSecond = mostExports / 2;
const retryAfterSeconds = 10;

/** Limits the exports that run at once. */
export type ExportSlots = {
  /**
   * Takes a slot and returns the function that gives it back; further calls of
   * that function do nothing. Throws unavailable if no slot is left for the
   * account. Two accounts never hold more than half of the slots.
   */
  take(userId: string): () => void;
};

export function createExportSlots(): ExportSlots {
  const holders: string[] = [];
  return {
    take(userId) {
      const free = mostExports - holders.length;
      const own = holders.filter((holder) => holder === userId).length;
      const needed = own === 0 ? 1 : freeForSecond;
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
