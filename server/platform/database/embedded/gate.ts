import { millisecondsLeft } from "../../deadline";
import type { TimeLimits } from "../database";
import { DatabaseUnavailable, rolledBack } from "../errors";
import { createDeadline } from "./deadline";
import type { Deadline } from "./deadline";
import type { Statement, StatementResult } from "./protocol";

/** The right to the database between begin and commit or rollback. */
export type Lease = {
  readonly limits: TimeLimits;
  /** Statements of the transaction that wait for their turn. */
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

/** The only way to the embedded database, whose one session all share. */
export type Gate = ReturnType<typeof createGate>;

/**
 * Gives turns at a session that can do one thing at a time. A statement beside
 * an open transaction waits, since it would join it and be lost with its
 * rollback. A transaction is a lease: when its limits pass it is rolled back
 * and refused, so that a lost owner holds nobody up.
 */
export function createGate(execute: Execute) {
  const turns: Turn[] = [];
  let lease: Lease | undefined;
  let isBusy = false;

  function next(): void {
    if (isBusy) return;
    const turn = (lease?.turns ?? turns).shift();
    if (turn) void take(turn);
  }

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

  /** Refuses what the transaction still wants, and rolls it back. */
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
      // The session is gone, and its transaction with it.
      fail: done,
    });
    next();
  }

  return {
    /** One statement, inside the transaction when a lease is given. */
    run(statement: Statement, limits: TimeLimits, inside?: Lease) {
      if (!inside) return submit(statement, limits, { queue: turns });
      if (inside.hasEnded) return Promise.reject(expired());
      return submit(statement, limits, { queue: inside.turns });
    },

    /** Begins a transaction once those before it have ended. */
    async begin(sql: string, limits: TimeLimits): Promise<Lease> {
      const opened = createLease(limits, abort);
      const onDone = (isAwaited: boolean) => {
        lease = opened;
        opened.total.start();
        if (!isAwaited) abort(opened);
      };
      const begin = { sql, parameters: [] };
      await submit(begin, limits, { queue: turns, onDone });
      return opened;
    },

    /** Throws when the transaction had expired or failed: nothing is kept. */
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

    /** Takes effect before any later statement; there is nothing to wait for. */
    rollback: abort,

    /** The session is gone, and with it the transaction that was open. */
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

/** How long a caller waits in all, or 0. */
function answerLimit({ wait, statement }: TimeLimits): number {
  return wait === 0 || statement === 0 ? 0 : wait + statement;
}
