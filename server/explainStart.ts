import { isDatabaseUnavailable, DataDirectoryInUse } from "./platform/database";
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
    error instanceof DataDirectoryInUse;
  if (isForOperators) return error.message;
  if (isDatabaseUnavailable(error))
    return "Setting DATABASE_URL: the database cannot be reached";
  const code = error instanceof Error && "code" in error ? error.code : "";
  const port = error instanceof Error && "port" in error ? error.port : "";
  if (code === "EADDRINUSE")
    return `Setting PORT: ${String(port)} is in use by another program`;
  if (code === "EACCES" && port !== "")
    return `Setting PORT: ${String(port)} needs rights this program lacks`;
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND")
    return "Setting HOST is no address of this machine";
  return error instanceof Error
    ? (error.stack ?? error.message)
    : String(error);
}
