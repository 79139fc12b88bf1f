import { specifiedErrors } from "../../domain/specifiedErrors";
import { CallError } from "./CallError";
import { isLoadFailure } from "./loadModule";
import type { Translate } from "./i18n/useT";

/**
 * Returns the text to show for a failed call: the server's message, else our
 * text for its code. Network errors and timeouts have texts of their own.
 */
export function errorText(error: unknown, t: Translate): string {
  if (isLoadFailure(error)) return t("shell.error.load");
  if (!(error instanceof CallError)) return t("shell.error.unexpected");
  if (error.code === "read_only") return t("shell.error.readOnly");
  if (error.code === "network") return t("shell.error.network");
  if (error.code === "timeout") return t("shell.error.timeout");
  if (error.message !== error.code) return error.message;
  const known = specifiedErrors.find((code) => code === error.code);
  return t(known ? `errors.${known}` : "shell.error.unexpected");
}
