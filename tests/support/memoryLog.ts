import type { DatabaseLog } from "../../server/platform/database";

/** A log that keeps the lines it gets, and warnings and errors once more apart. */
export function memoryLog() {
  const lines: string[] = [];
  const complaints: string[] = [];
  const info = (details: object, message: string) => {
    const error = "err" in details ? ` ${String(details.err)}` : "";
    lines.push(message + error);
  };
  const complain = (details: object, message: string) => {
    info(details, message);
    complaints.push(lines.at(-1) ?? "");
  };
  const log: DatabaseLog = { info, warn: complain, error: complain };
  return { log, lines, complaints };
}

/** A log that drops every line. */
export const silentLog: DatabaseLog = memoryLog().log;
