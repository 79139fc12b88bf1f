/** What is wrong with a declaration, as the server tells it. */
export type CallProblem = { file: string; pointer: string; reason: string };

/**
 * A call that was refused or did not reach the server. `status` 0 means there
 * was no answer; `code` is then "network" or "timeout". `errors` are texts by
 * field, `retryAfter` seconds, `current` the present row of a stale edit,
 * `problems` what is wrong with an edited declaration.
 */
export class CallError extends Error {
  readonly status: number;
  readonly code: string;
  readonly errors: Record<string, string[]>;
  readonly retryAfter: number | undefined;
  readonly current: Record<string, unknown> | undefined;
  readonly problems: readonly CallProblem[];

  constructor(refusal: {
    status: number;
    code: string;
    message?: string;
    errors?: Record<string, string[]>;
    retryAfter?: number;
    current?: Record<string, unknown>;
    problems?: readonly CallProblem[];
  }) {
    super(refusal.message ?? refusal.code);
    this.name = "CallError";
    this.status = refusal.status;
    this.code = refusal.code;
    this.errors = refusal.errors ?? {};
    this.retryAfter = refusal.retryAfter;
    this.current = refusal.current;
    this.problems = refusal.problems ?? [];
  }
}
