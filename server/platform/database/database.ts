import type { Kysely } from "kysely";
import type { Tables } from "./tables";

/** What the database writes to the server's log. */
export type DatabaseLog = {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
};

/** The one handle of the program on its data. */
export type Database = {
  /** `embedded` is PGlite in the data directory, `server` is PostgreSQL. */
  kind: "embedded" | "server";
  /** For requests: every answer or refusal comes within a few seconds. */
  kysely: Kysely<Tables>;
  /** The same data without those limits: migrations, imports, jobs. */
  longRunning: Kysely<Tables>;
  /**
   * Calls `onPayload` for each NOTIFY on the channel until the returned
   * function is called. A notification can be lost while the connection is;
   * who needs all of them reads what is newer besides.
   */
  listen(
    channel: string,
    onPayload: (payload: string) => void,
  ): Promise<() => Promise<void>>;
  /** Whether a query is answered within two seconds. Never throws. */
  isReady(): Promise<boolean>;
  close(): Promise<void>;
};

/** How long the database may take, in milliseconds; 0 is without end. */
export type TimeLimits = {
  /** For a free connection, or for the turn of a statement. */
  wait: number;
  /** For one statement. */
  statement: number;
  /** Between two statements of a transaction. */
  idleTransaction: number;
  /** For a transaction of the embedded database, which holds up all others. */
  transaction: number;
};

/** A page that waits longer than five seconds is a page given up. */
export const requestLimits: TimeLimits = {
  wait: 1_500,
  statement: 3_000,
  idleTransaction: 5_000,
  transaction: 30_000,
};

export const longRunningLimits: TimeLimits = {
  wait: 0,
  statement: 0,
  idleTransaction: 60_000,
  transaction: 0,
};
