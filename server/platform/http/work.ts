import type { FastifyRequest } from "fastify";
import { runWithDeadline, runWriting, type Deadline } from "../deadline";
import { failure } from "../errors";
import type { Claim } from "./fairSlots";

const retryAfterSeconds = 1;

/** The state of one request in the limits on work. */
export type Work = {
  isExempt: boolean;
  hasSlot: boolean;
  /** Whether the connection is closed or the answer has been sent. */
  isClosed: boolean;
  /** Whether the request may change something. */
  isWrite: boolean;
  /** Null for routes marked `isLong`. */
  deadline: Deadline | null;
  /** Aborted when the connection is closed or the answer has been sent. */
  abandoned: AbortSignal;
  /** By `performance.now()`; later if the body arrives slowly. */
  beginsUntil: number;
  /** When the server began to wait for the body, by `performance.now()`. */
  waitsSince: number;
  /** Whose limit the request counts for. */
  holder: string;
  /** The request's place in the queue of its holder. */
  claim: Claim | null;
  /** Settles when the lookup or handler that runs now has ended. */
  running: Promise<unknown>;
  /** Waits until the holder may run another request, and takes a slot. */
  enter: (holder: string, next: (error?: Error) => void) => void;
  /** Gives the slot back; a stream calls it once it has begun. */
  release: () => void;
};

declare module "fastify" {
  interface FastifyRequest {
    work: Work | null;
  }
}

/**
 * Counts the request for its user from now on, whose other requests it waits for.
 * Rejects with `unavailable` if it cannot begin in time.
 */
export function workForUser(
  { work }: FastifyRequest,
  userId: string,
): Promise<void> {
  if (!work || work.isExempt) return Promise.resolve();
  return new Promise((resolve, reject) => {
    work.enter(`user ${userId}`, (error) => {
      if (error) reject(error);
      else resolve();
    });
  });
}

/**
 * Runs a lookup or a handler as the work for a request. Rejects with
 * `unavailable` at the request's deadline, and at once if the client has gone.
 */
export async function runWork<Result>(
  { work }: FastifyRequest,
  task: () => Result | Promise<Result>,
): Promise<Result> {
  if (!work) return task();
  if (work.isClosed) throw overloaded();
  const result = untilDeadline(work, task);
  if (work.deadline) work.running = result.catch(() => undefined);
  return result;
}

/**
 * Runs a part of a long request that only reads. Its statements, and all work that asks for
 * the signal, end when the client has gone.
 */
export const runAbandonable = <Result>(
  { work }: FastifyRequest,
  task: () => Result,
): Result =>
  work
    ? runWithDeadline({ endsAt: Infinity, signal: work.abandoned }, task)
    : task();

async function untilDeadline<Result>(
  { deadline, isWrite }: Pick<Work, "deadline" | "isWrite">,
  task: () => Result | Promise<Result>,
): Promise<Result> {
  const result = runWithDeadline(deadline, () =>
    runWriting(isWrite, async () => task()),
  );
  if (!deadline) return result;
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    const milliseconds = deadline.endsAt - performance.now();
    timer = setTimeout(() => {
      // Timers may fire up to a millisecond early; the answer is final.
      deadline.endsAt = Math.min(deadline.endsAt, performance.now());
      reject(overloaded());
    }, milliseconds);
  });
  try {
    return await Promise.race([result, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

/** The refusal of a request for which there is no room or no time. */
export const overloaded = () =>
  failure("unavailable", { retryAfter: retryAfterSeconds });
