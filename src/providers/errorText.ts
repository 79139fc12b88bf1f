import { CallError } from "./CallError";
import { isLoadFailure } from "./loadModule";
import type { Translate } from "./i18n/useT";

/**
 * The errors of the specification for which the program has a text, `errors.<code>` of the
 * locales. Other servers may return such a code without a message.
 */
const specifiedErrors = [
  "invalid_credentials",
  "invalid_user",
  "insufficient_credit",
  "bidding_closed",
  "auction_finished",
  "bid_limit",
  "interrupted",
  "translator_failed",
] as const;

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
