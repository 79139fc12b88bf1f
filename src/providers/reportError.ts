import { CallError } from "./CallError";
import { sendReport } from "./errorReports";

/**
 * Reports an error of the program to the log of the server. Failed calls are not errors
 * of the program.
 */
export function reportError(error: unknown): void {
  if (error instanceof CallError || !(error instanceof Error)) return;
  if (error.name === "AbortError" || !navigator.onLine) return;
  void sendReport(error);
}

/** Reports errors that no part of the page has caught. */
export function reportUncaughtErrors(): void {
  addEventListener("error", ({ error }) => {
    reportError(error);
  });
  addEventListener("unhandledrejection", ({ reason }) => {
    reportError(reason);
  });
}
