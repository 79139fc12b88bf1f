import { CallError } from "./CallError";
import type { Translate } from "./i18n/keys";

/**
 * What to tell a person about a failed call, in words: without an answer that
 * there was none, else what the server said in their language.
 */
export function errorText(error: unknown, t: Translate): string {
  if (!(error instanceof CallError)) return t("shell.error.unexpected");
  if (error.code === "network") return t("shell.error.network");
  if (error.code === "timeout") return t("shell.error.timeout");
  return error.message === error.code
    ? t("shell.error.unexpected")
    : error.message;
}
