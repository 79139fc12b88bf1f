import type { LastChange } from "../../domain/lastChange";

/** A mistake in a declaration, in the viewer's language. */
export type CallProblem = {
  file: string;
  pointer: string;
  reason: string;
  /** A warning does not keep the declarations from acting. */
  severity?: "warning";
};

/**
 * A call that was refused or did not reach the server. Without a reply `status`
 * is 0 and `code` is "network" or "timeout". `errors` are error texts by field,
 * `retryAfter` is in seconds, `current` is the server's row after a conflict and
 * `changed` says who made the last change of that row, `problems` are the errors of an edited declaration.
 */
export class CallError extends Error {
  readonly status: number;
  readonly code: string;
  readonly errors: Record<string, string[]>;
  readonly retryAfter: number | undefined;
  readonly current: Record<string, unknown> | undefined;
  readonly changed: LastChange | undefined;
  readonly problems: readonly CallProblem[];

  constructor(refusal: {
    status: number;
    code: string;
    message?: string;
    errors?: Record<string, string[]>;
    retryAfter?: number;
    current?: Record<string, unknown>;
    changed?: LastChange;
    problems?: readonly CallProblem[];
  }) {
    super(refusal.message ?? refusal.code);
    this.name = "CallError";
    this.status = refusal.status;
    this.code = refusal.code;
    this.errors = refusal.errors ?? {};
    this.retryAfter = refusal.retryAfter;
    this.current = refusal.current;
    this.changed = refusal.changed;
    this.problems = refusal.problems ?? [];
  }
}

/**
 * Whether a failed call may succeed later: no server of the program has answered it, or
 * one that could not. A proxy answers 404 without a code of ours during a restart.
 */
export const isTransient = (error: unknown): boolean =>
  error instanceof CallError &&
  (error.status === 0 ||
    error.status === 429 ||
    error.status >= 500 ||
    (error.status === 404 && error.code === "internal"));

/** Whether the session has expired, for which the app shows a dialog of its own. */
export const isUnauthorized = (error: unknown): boolean =>
  error instanceof CallError && error.status === 401;
