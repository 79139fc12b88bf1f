import { currentLanguage, languageOfId } from "../providers/i18n/language";
import {
  adoptSession,
  endSession,
  onTabMessage,
  sessionStore,
} from "../providers/session";
import {
  forgetPersonal,
  ownStorage,
  readStored,
  writeStored,
} from "../providers/storage";
import { untilDone } from "../providers/untilDone";
import { addressFor } from "./address";
import { loginPath } from "./publicPages";

/**
 * Keeps address, language and storage right for the present session, and follows
 * sign-ins and sign-outs of other tabs. Call it before the first render, so
 * that the address changes before the screens do.
 */
export function followSession(
  reload: () => void = () => {
    location.reload();
  },
): void {
  let wasSignedIn = false;
  sessionStore.subscribe(() => {
    const session = sessionStore.get();
    if (session.status !== "authenticated" && session.status !== "anonymous")
      return;
    // After a sign-out the login does not lead back to the page that was left.
    const address =
      wasSignedIn && session.status === "anonymous"
        ? loginPath
        : addressFor(session.status, location);
    if (wasSignedIn && session.status === "anonymous") forgetPersonal();
    if (session.status === "authenticated") ownStorage(session.viewer.userId);
    const isNew = !wasSignedIn;
    wasSignedIn = session.status === "authenticated";
    if (address) history.replaceState(null, "", address);
    if (session.status !== "authenticated") return;
    const language = languageOfId(session.detail.language);
    if (!language || language === currentLanguage()) return;
    writeStored("language", language);
    // A page in use offers the reload. A browser that stores nothing would reload for ever.
    if (isNew && readStored("language") === language) reload();
  });
  let adopting = new AbortController();
  onTabMessage((message) => {
    adopting.abort();
    adopting = new AbortController();
    const { signal } = adopting;
    // If the server refuses the profile, the page stays as it is.
    if (message !== "signedOut")
      untilDone(() => adoptSession(message.userId, signal), { signal }).catch(
        () => undefined,
      );
    else if (sessionStore.get().status === "authenticated") endSession();
  });
}
