import { CallError } from "../providers/CallError";
import { errorText } from "../providers/errorText";
import { currentLanguage } from "../providers/i18n/language";
import type { Translate } from "../providers/i18n/keys";

/** Returns why the login failed; if throttled, when to try again. */
export function signInText(error: unknown, t: Translate): string {
  if (!(error instanceof CallError) || error.retryAfter === undefined)
    return errorText(error, t);
  const time = new Date(Date.now() + error.retryAfter * 1000);
  return t("auth.login.throttled", {
    time: time.toLocaleTimeString(currentLanguage()),
  });
}
