import type { SqlFault } from "../errors";

/** How the worker opens PGlite. */
export type WorkerOptions = {
  /** The directory of the files; undefined keeps the data in memory. */
  directory?: string;
  /** A dump to start an in-memory database from. */
  template?: Uint8Array;
};

export type Statement = { sql: string; parameters: readonly unknown[] };

export type StatementResult = {
  rows: Record<string, unknown>[];
  command: string;
  affectedRows: number;
};

export type WorkerOperation =
  | { kind: "statement"; statement: Statement }
  | { kind: "dump" }
  | { kind: "close" };

export type WorkerRequest = { id: number; operation: WorkerOperation };

export type WorkerMessage =
  | { kind: "ready" }
  | { kind: "result"; id: number; result: StatementResult }
  | { kind: "dumped"; id: number; dump: Uint8Array }
  | { kind: "closed"; id: number }
  | { kind: "refused"; id: number; fault: SqlFault }
  | { kind: "notification"; channel: string; payload: string };
