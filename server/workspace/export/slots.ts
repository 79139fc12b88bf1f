import { failure } from "../../platform/errors";

/** Files that are written at once, in all and for one user. */
const mostFiles = 4;
const mostOfUser = 2;
const retryAfterSeconds = 10;

/** The right to write a file now. */
export type Slots = {
  /**
   * Returns what gives the place back; calling it twice does nothing. Throws
   * unavailable when all places are taken, by others or by the user.
   */
  take(userId: string): () => void;
};

export function createSlots(): Slots {
  const users: string[] = [];
  return {
    take(userId) {
      const own = users.filter((one) => one === userId).length;
      if (users.length >= mostFiles || own >= mostOfUser)
        throw failure("unavailable", { retryAfter: retryAfterSeconds });
      users.push(userId);
      let isHeld = true;
      return () => {
        if (isHeld) users.splice(users.indexOf(userId), 1);
        isHeld = false;
      };
    },
  };
}
