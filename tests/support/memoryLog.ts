import type { DatabaseLog } from "../../server/platform/database";

/** A log that keeps the lines it gets. */
export function memoryLog() {
  const lines: string[] = [];
  const write = (details: object, message: string) => {
    const error = "err" in details ? ` ${String(details.err)}` : "";
    lines.push(message + error);
  };
  const log: DatabaseLog = { info: write, warn: write, error: write };
  return { log, lines };
}

/** A log that drops every line. */
export const silentLog: DatabaseLog = memoryLog().log;
