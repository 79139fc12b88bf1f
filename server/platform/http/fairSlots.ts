type Start = {
  /** The longest time in the queue. */
  waitMs: number;
  begin: () => void;
  giveUp: () => void;
};

/** One use of the slots of a key. */
export type Claim = {
  /**
   * Calls `begin` once the key has a free slot: at once, or after the claims before
   * it. Calls `giveUp` instead if the queue is full, after `waitMs`, and when the
   * claim ends while it waits.
   */
  start(start: Start): void;
  /** Returns whether it is in the queue. */
  isWaiting(): boolean;
  /** Gives the slot back or leaves the queue; further calls do nothing. */
  end(): void;
};

type Waiting = { begin: () => void; leave: () => void };

type Holder = { running: number; queue: Set<Waiting> };

/**
 * Returns slots that are counted by key, such as a user. At most `most` claims of a
 * key run at once. The others wait in a queue of the key, so that they delay no other
 * key; at most `mostWaiting` of a key wait.
 */
export function createFairSlots({
  most,
  mostWaiting,
}: {
  most: number;
  mostWaiting: number;
}): (key: string) => Claim {
  const holders = new Map<string, Holder>();

  const holderOf = (key: string): Holder => {
    const known = holders.get(key);
    if (known) return known;
    const holder: Holder = { running: 0, queue: new Set() };
    holders.set(key, holder);
    return holder;
  };

  const giveBack = (key: string, holder: Holder): void => {
    const [next] = holder.queue;
    if (next) {
      // The slot goes to the next claim.
      next.begin();
      return;
    }
    holder.running -= 1;
    if (holder.running === 0) holders.delete(key);
  };

  return (key) => {
    let end: () => void = () => undefined;
    let isWaiting = false;
    return {
      start({ waitMs, begin, giveUp }) {
        const holder = holderOf(key);
        const run = () => {
          end = () => giveBack(key, holder);
          begin();
        };
        if (holder.running < most) {
          holder.running += 1;
          run();
          return;
        }
        if (holder.queue.size >= mostWaiting || waitMs <= 0) {
          giveUp();
          return;
        }
        const stopWaiting = () => {
          isWaiting = false;
          clearTimeout(timer);
          holder.queue.delete(waiting);
        };
        const waiting: Waiting = {
          begin: () => {
            stopWaiting();
            run();
          },
          leave: () => {
            stopWaiting();
            end = () => undefined;
            giveUp();
          },
        };
        const timer = setTimeout(waiting.leave, waitMs).unref();
        isWaiting = true;
        holder.queue.add(waiting);
        end = waiting.leave;
      },
      isWaiting: () => isWaiting,
      end() {
        const ended = end;
        end = () => undefined;
        ended();
      },
    };
  };
}
