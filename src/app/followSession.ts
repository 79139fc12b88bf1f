import { languageOfId, currentLanguage } from "../providers/i18n/language";
import { forgetBootData } from "../providers/boot";
import { sessionStore, startSession } from "../providers/session";
import { readStored, writeStored } from "../providers/storage";
import { onTabMessage } from "../providers/tabs";
import { addressFor, loginPath } from "./address";

/**
 * Keeps the address right for whoever is here, and the language theirs. Called
 * before anything is drawn, so that it hears of each change before the screens
 * do.
 */
export function followSession(): void {
  let wasSignedIn = false;
  sessionStore.subscribe(() => {
    const session = sessionStore.get();
    if (session.status !== "authenticated" && session.status !== "anonymous")
      return;
    // Whoever signs out is done here: the next login begins anew.
    const address =
      wasSignedIn && session.status === "anonymous"
        ? loginPath
        : addressFor(session.status, location);
    wasSignedIn = session.status === "authenticated";
    if (session.status === "anonymous") forgetBootData();
    if (address) history.replaceState(null, "", address);
    if (session.status !== "authenticated") return;
    const language = languageOfId(session.detail.language);
    if (!language || language === currentLanguage()) return;
    writeStored("language", language);
    // A browser that remembers nothing would reload without end.
    if (readStored("language") === language) location.reload();
  });
  onTabMessage((message) => {
    const { status } = sessionStore.get();
    if (message === "signedOut" && status === "authenticated")
      sessionStore.set({ status: "anonymous" });
    if (message === "signedIn" && status === "anonymous") void startSession();
  });
}
