import { CallError } from "./CallError";
import { isLoadFailure } from "./loadModule";
import type { MessageKey, Translate } from "./i18n/keys";

/** Texts for servers that return an error code without a message. */
const texts: Readonly<Record<string, MessageKey>> = {
  invalid_credentials: "errors.invalid_credentials",
  invalid_user: "errors.invalid_user",
  insufficient_credit: "errors.insufficient_credit",
  bidding_closed: "errors.bidding_closed",
  auction_finished: "errors.auction_finished",
  bid_limit: "errors.bid_limit",
  interrupted: "errors.interrupted",
  translator_failed: "errors.translator_failed",
};

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
  return error.message === error.code
    ? t(texts[error.code] ?? "shell.error.unexpected")
    : error.message;
}
