import {
  DataDirectoryInUse,
  DataDirectoryUnusable,
  isDatabaseUnavailable,
} from "./platform/database";
import { ConfigError } from "./platform/config";
import { ProblemsFound } from "./platform/problem";

/**
 * Why the program could not start, for a terminal: a clear line for what an
 * operator can mend, the whole error for what is a fault of the program.
 */
export function explainStart(error: unknown): string {
  const isForOperators =
    error instanceof ConfigError ||
    error instanceof ProblemsFound ||
    error instanceof DataDirectoryInUse ||
    error instanceof DataDirectoryUnusable;
  if (isForOperators) return error.message;
  const code = error instanceof Error && "code" in error ? error.code : "";
  if (error instanceof ListenFailed) return explainListen(error);
  if (isDatabaseUnavailable(error))
    return "Setting DATABASE_URL: the database cannot be reached";
  if (code === "FST_ERR_DUPLICATED_ROUTE" && error instanceof Error)
    return `A declaration names the path of another call: ${error.message}`;
  return error instanceof Error
    ? (error.stack ?? error.message)
    : String(error);
}

/** The address of HOST and PORT could not be taken. */
export class ListenFailed extends Error {
  readonly code: unknown;
  readonly port: number;

  constructor(port: number, cause: unknown) {
    super("The address cannot be listened on", { cause });
    this.code = cause instanceof Error && "code" in cause ? cause.code : "";
    this.port = port;
  }
}

function explainListen({ code, port, cause }: ListenFailed): string {
  if (code === "EADDRINUSE")
    return `Setting PORT: ${port} is in use by another program`;
  if (code === "EACCES")
    return `Setting PORT: ${port} needs rights this program lacks`;
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND" || code === "EAI_AGAIN")
    return "Setting HOST is no address of this machine";
  return cause instanceof Error ? cause.message : String(cause);
}
