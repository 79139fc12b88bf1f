import { isWriting, millisecondsLeft } from "../../deadline";
import type { TimeLimits } from "../database";
import { DatabaseUnavailable, rolledBack } from "../errors";
import type { Statement, StatementResult } from "./workerClient";
import { createSchedule } from "./schedule";

/** A transaction's exclusive use of the session, from begin to commit or rollback. */
export type Lease = {
  readonly limits: TimeLimits;
  /** Statements of the transaction that wait to run. */
  readonly turns: Turn[];
  readonly total: Deadline;
  readonly idle: Deadline;
  hasEnded: boolean;
};

type Turn = {
  statement: Statement;
  succeed: (result: StatementResult) => void;
  fail: (error: unknown) => void;
};

type Execute = (statement: Statement) => Promise<StatementResult>;

/** Shares the one session of the embedded database; see createGate. */
export type Gate = ReturnType<typeof createGate>;

/**
 * Runs statements one at a time on a single session. A statement outside the
 * open transaction waits until that ends, because it would become part of it.
 * Requests go before background work, and writes before reads. A transaction holds a lease. When a time
 * limit of the lease expires, the gate rolls back and rejects further statements,
 * so that an abandoned transaction cannot block the others.
 */
export function createGate(
  execute: Execute,
  /** Returns a time in milliseconds that only moves on. */
  elapsed: () => number = () => performance.now(),
) {
  const schedule = createSchedule<Turn>(next, elapsed);
  let lease: Lease | undefined;
  let isBusy = false;

  function next(): void {
    if (isBusy) return;
    const turn = lease ? lease.turns.shift() : schedule.take();
    if (turn) void take(turn);
  }

  const queueFor = (limits: TimeLimits) => {
    if (limits.isBackground) return schedule.background;
    // Jobs have no time limit, and do not go before requests.
    const isUrgent = answerLimit(limits) > 0 && isWriting();
    return isUrgent ? schedule.writes : schedule.reads;
  };

  async function take(turn: Turn): Promise<void> {
    isBusy = true;
    lease?.idle.stop();
    try {
      turn.succeed(await execute(turn.statement));
    } catch (error) {
      turn.fail(error);
    }
    isBusy = false;
    if (lease?.turns.length === 0) lease.idle.start();
    next();
  }

  function submit(
    statement: Statement,
    limits: TimeLimits,
    place: { queue: Turn[]; onDone?: (isAwaited: boolean) => void },
  ): Promise<StatementResult> {
    return new Promise((resolve, reject) => {
      let isAwaited = true;
      const giveUp = () => {
        isAwaited = false;
        const index = place.queue.indexOf(turn);
        if (index >= 0) place.queue.splice(index, 1);
        reject(new DatabaseUnavailable("busy"));
      };
      const limit = answerLimit(limits);
      const left = limit === 0 ? Infinity : millisecondsLeft();
      if (left === 0) {
        reject(new DatabaseUnavailable("busy"));
        return;
      }
      const deadline = createDeadline(Math.min(limit, left), giveUp);
      const turn: Turn = {
        statement,
        succeed: (result) => {
          deadline.stop();
          place.onDone?.(isAwaited);
          resolve(result);
        },
        fail: (error) => {
          deadline.stop();
          reject(error instanceof Error ? error : new Error(String(error)));
        },
      };
      deadline.start();
      place.queue.push(turn);
      next();
    });
  }

  function endLease(ended: Lease): void {
    ended.hasEnded = true;
    ended.total.stop();
    ended.idle.stop();
    if (lease === ended) lease = undefined;
  }

  /** Rejects the waiting statements of the transaction and rolls it back. */
  function abort(aborted: Lease): void {
    if (aborted.hasEnded) return;
    aborted.hasEnded = true;
    aborted.total.stop();
    aborted.idle.stop();
    for (const turn of aborted.turns.splice(0)) {
      turn.fail(new DatabaseUnavailable("transaction_expired"));
    }
    const done = () => {
      if (lease === aborted) lease = undefined;
    };
    aborted.turns.push({
      statement: { sql: "rollback", parameters: [] },
      succeed: done,
      // A lost session has no transaction.
      fail: done,
    });
    next();
  }

  return {
    /** Runs one statement, inside the transaction if a lease is given. */
    run(statement: Statement, limits: TimeLimits, inside?: Lease) {
      if (!inside)
        return submit(statement, limits, { queue: queueFor(limits) });
      if (inside.hasEnded) return Promise.reject(expired());
      return submit(statement, limits, { queue: inside.turns });
    },

    /** Begins a transaction after all earlier ones have ended. */
    async begin(sql: string, limits: TimeLimits): Promise<Lease> {
      const opened = createLease(limits, abort);
      const onDone = (isAwaited: boolean) => {
        lease = opened;
        opened.total.start();
        if (!isAwaited) abort(opened);
      };
      const begin = { sql, parameters: [] };
      await submit(begin, limits, { queue: queueFor(limits), onDone });
      return opened;
    },

    /** Commits. Throws if the transaction expired or failed and was rolled back. */
    async commit(held: Lease): Promise<void> {
      if (held.hasEnded) throw expired();
      const commit = { sql: "commit", parameters: [] };
      const { command } = await submit(commit, held.limits, {
        queue: held.turns,
        onDone: () => {
          endLease(held);
        },
      });
      if (command === "ROLLBACK") throw rolledBack();
    },

    /** Rolls back before any later statement runs; does not wait for it. */
    rollback: abort,

    /** Returns the number of statements that wait, by priority. */
    waiting: () => ({
      transaction: lease?.turns.length ?? 0,
      writes: schedule.writes.length,
      reads: schedule.reads.length,
      background: schedule.background.length,
    }),

    /** Ends the open transaction after the session was lost. */
    reset(reason: Error): void {
      const lost = lease;
      if (!lost) return;
      endLease(lost);
      for (const turn of lost.turns.splice(0)) turn.fail(reason);
    },
  };
}

function createLease(
  limits: TimeLimits,
  onExpiry: (lease: Lease) => void,
): Lease {
  const expire = () => {
    onExpiry(lease);
  };
  const lease: Lease = {
    limits,
    turns: [],
    total: createDeadline(limits.transaction, expire),
    idle: createDeadline(limits.idleTransaction, expire),
    hasEnded: false,
  };
  return lease;
}

function expired(): DatabaseUnavailable {
  return new DatabaseUnavailable("transaction_expired");
}

/** The longest time in milliseconds that a caller waits, or 0 for no limit. */
function answerLimit({ wait, statement }: TimeLimits): number {
  return wait === 0 || statement === 0 ? 0 : wait + statement;
}

type Deadline = { start(): void; stop(): void };

/**
 * Calls `onPassed` after `milliseconds` unless it is stopped before; 0 means
 * never. The timer does not keep the process alive.
 */
function createDeadline(milliseconds: number, onPassed: () => void): Deadline {
  let timer: NodeJS.Timeout | undefined;
  return {
    start() {
      if (milliseconds > 0) timer = setTimeout(onPassed, milliseconds);
      timer?.unref();
    },
    stop() {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
