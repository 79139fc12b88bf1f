import { CheckFailed } from "./bidding";
import { FeedError } from "./feed";
import { AdministratorRefused } from "./identity";
import { BackupFailed } from "./operations";
import {
  DataDirectoryInUse,
  DataDirectoryUnusable,
  isDatabaseUnavailable,
  OtherVersion,
  RestoreUnfinished,
} from "./platform/database";
import { ConfigError } from "./platform/config";
import { ProblemsFound } from "./platform/problem";
import { KeyUnusable } from "./platform/signing";

/**
 * Returns the reason why the program could not start, or why a command failed, for a
 * terminal: a clear line if the operator can fix it, otherwise the whole error.
 */
export function explainStart(error: unknown): string {
  const isForOperators =
    error instanceof ConfigError ||
    error instanceof ProblemsFound ||
    error instanceof DataDirectoryInUse ||
    error instanceof DataDirectoryUnusable ||
    error instanceof OtherVersion ||
    error instanceof RestoreUnfinished ||
    error instanceof BackupFailed ||
    error instanceof AdministratorRefused ||
    error instanceof KeyUnusable ||
    error instanceof CheckFailed ||
    error instanceof FeedError;
  if (isForOperators) return error.message;
  const code = error instanceof Error && "code" in error ? error.code : "";
  if (error instanceof ListenFailed) return explainListen(error);
  if (isDatabaseUnavailable(error))
    return "Setting DATABASE_URL: the database cannot be reached";
  if (code === "FST_ERR_DUPLICATED_ROUTE" && error instanceof Error)
    return `A declaration uses the path of another call: ${error.message}`;
  return error instanceof Error
    ? (error.stack ?? error.message)
    : String(error);
}

/** The program could not listen on HOST and PORT. */
export class ListenFailed extends Error {
  readonly code: unknown;
  readonly port: number;

  constructor(port: number, cause: unknown) {
    super("The program cannot listen on this address", { cause });
    this.code = cause instanceof Error && "code" in cause ? cause.code : "";
    this.port = port;
  }
}

function explainListen({ code, port, cause }: ListenFailed): string {
  if (code === "EADDRINUSE")
    return `Setting PORT: ${port} is in use by another program`;
  if (code === "EACCES")
    return `Setting PORT: this program lacks the right to use ${port}`;
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND" || code === "EAI_AGAIN")
    return "Setting HOST is not an address of this machine";
  return cause instanceof Error ? cause.message : String(cause);
}
