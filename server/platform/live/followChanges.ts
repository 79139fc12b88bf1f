import { setTimeout as pause } from "node:timers/promises";
import type { Database, DatabaseLog } from "../database";
import { liveChannel } from "./announce";
import { followPosition } from "./settledPosition";
import type { ChangeRange, LiveTopic, TellViewer } from "./topic";

/** A lost notification is made up for within this time. */
const pollMilliseconds = 3_000;
/** While a transaction is open that may have taken a number. */
const waitingMilliseconds = 100;
/** However many say that something changed, one look follows another after. */
const pauseMilliseconds = 200;

export type Step = {
  /** Null: more has changed than is told. */
  tell: TellViewer | null;
  upTo: bigint;
};

export type Changes = {
  /** Every change up to here has been told. */
  position: () => bigint;
  /** What to tell of a range that is over; null when that is too much. */
  read: (range: ChangeRange) => Promise<TellViewer | null>;
  stop: () => Promise<void>;
};

/**
 * Looks for changes when writers say so, and every few seconds besides; one
 * for the whole server, however many viewers follow. `onStep` is called in
 * order, each change in exactly one step.
 */
export async function followChanges(options: {
  database: Pick<Database, "kysely" | "listen">;
  log: DatabaseLog;
  topics: readonly LiveTopic[];
  onStep: (step: Step) => void;
}): Promise<Changes> {
  const { database, log, topics, onStep } = options;
  const readPosition = followPosition(database);
  let position = await firstPosition(readPosition);
  let timer: NodeJS.Timeout | undefined;
  let dueAt = Infinity;
  let looking: Promise<void> | undefined;
  let isAskedAgain = false;
  let isStopped = false;

  const read = (range: ChangeRange) => readAll(topics, range);

  const look = async () => {
    const { settled, isWaiting, hasMissed } = await readPosition();
    if (settled > position) {
      const tell = await read({ after: position, upTo: settled });
      position = settled;
      onStep({ tell, upTo: settled });
    }
    if (hasMissed) onStep({ tell: null, upTo: position });
    return isWaiting ? waitingMilliseconds : pollMilliseconds;
  };

  const schedule = (wait: number) => {
    const at = performance.now() + wait;
    if (isStopped || at >= dueAt) return;
    clearTimeout(timer);
    dueAt = at;
    timer = setTimeout(run, wait).unref();
  };

  const run = () => {
    dueAt = Infinity;
    looking = look()
      .catch((error: unknown) => {
        log.warn({ err: error }, "changes could not be read");
        return pollMilliseconds;
      })
      .then((wait) => {
        looking = undefined;
        schedule(isAskedAgain ? pauseMilliseconds : wait);
        isAskedAgain = false;
      });
  };

  const unlisten = await database.listen(liveChannel, () => {
    if (looking) isAskedAgain = true;
    else schedule(pauseMilliseconds / 4);
  });
  schedule(pollMilliseconds);

  return {
    position: () => position,
    read,
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await looking;
      await unlisten();
    },
  };
}

/** Where following begins: nothing that a viewer has read comes after it. */
async function firstPosition(
  readPosition: ReturnType<typeof followPosition>,
): Promise<bigint> {
  for (;;) {
    const { settled, isWaiting } = await readPosition();
    if (!isWaiting) return settled;
    await pause(waitingMilliseconds);
  }
}

async function readAll(
  topics: readonly LiveTopic[],
  range: ChangeRange,
): Promise<TellViewer | null> {
  const tells = await Promise.all(topics.map((topic) => topic(range)));
  if (tells.includes(null)) return null;
  return (viewer) => tells.flatMap((tell) => tell?.(viewer) ?? []);
}
