import type { Kysely } from "kysely";
import type { Tables } from "./tables";

/** The part of the server's log that the database writes to. */
export type DatabaseLog = {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
};

/** A streaming replica of the server. It answers reads alone. */
export type Replica = {
  kysely: Kysely<Tables>;
  /**
   * Returns whether it has replayed the log of the server up to this place, after
   * at most `milliseconds`. It does not wait if it was behind before. Never throws.
   */
  includes(place: string, milliseconds: number): Promise<boolean>;
};

/** The connections of a pool. */
export type PoolLoad = {
  most: number;
  open: number;
  idle: number;
  /** Callers that wait for a connection. */
  waiting: number;
};

/** The statements and connections that wait for the database now. */
export type DatabaseLoad = {
  /** The pools of PostgreSQL, by their use. */
  pools: Readonly<Record<string, PoolLoad>>;
  /** Statements that wait for the session of the embedded database, by priority. */
  queues: Readonly<Record<string, number>>;
};

/** The database of the program, PostgreSQL or PGlite. */
export type Database = {
  /** `embedded` is PGlite in the data directory, `server` is PostgreSQL. */
  kind: "embedded" | "server";
  /** For requests: every statement ends within a few seconds. */
  kysely: Kysely<Tables>;
  /** The same data without time limits, for migrations, imports and jobs. */
  longRunning: Kysely<Tables>;
  replica?: Replica;
  /**
   * As `longRunning`, for imports and maintenance. On the embedded database
   * everything else goes first, so its statements and transactions must be short.
   */
  background: Kysely<Tables>;
  /**
   * As `background`, for work that holds a connection for minutes, such as a lock of the
   * session. Every holder has a connection of its own.
   */
  held: Kysely<Tables>;
  /**
   * Calls `onPayload` for each NOTIFY on the channel until the returned
   * function is called. Notifications sent while the connection is down are
   * lost, so listeners must also look for changes themselves.
   */
  listen(
    channel: string,
    onPayload: (payload: string) => void,
  ): Promise<() => Promise<void>>;
  /** Whether the database answers within two seconds. Never throws. */
  isReady(): Promise<boolean>;
  /** Returns the present load from memory, without a statement. */
  load(): DatabaseLoad;
  close(): Promise<void>;
};

/** Time limits in milliseconds; 0 means no limit. */
export type TimeLimits = {
  /** Wait for a free connection, or for a turn at the embedded database. */
  wait: number;
  /** One statement. */
  statement: number;
  /** Pause between two statements of a transaction. */
  idleTransaction: number;
  /** A whole transaction. Only the embedded database applies it, because there all others wait. */
  transaction: number;
  /** Whether others go first. Only the embedded database applies it. */
  isBackground?: boolean;
};

/**
 * Returns the limits of a request that must be answered within this time in
 * milliseconds. Wait and statement are together below it.
 */
export const limitsWithin = (milliseconds: number): TimeLimits => ({
  wait: 0.3 * milliseconds,
  statement: 0.6 * milliseconds,
  idleTransaction: milliseconds,
  transaction: 6 * milliseconds,
});

export const requestLimits = limitsWithin(5_000);

export const longRunningLimits: TimeLimits = {
  wait: 0,
  statement: 0,
  idleTransaction: 60_000,
  transaction: 0,
};

export const backgroundLimits: TimeLimits = {
  ...longRunningLimits,
  isBackground: true,
};
