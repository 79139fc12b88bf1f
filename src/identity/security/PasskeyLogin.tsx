import { browserSupportsWebAuthnAutofill } from "@simplewebauthn/browser";
import { useEffect } from "react";
import { useT } from "../../providers/i18n/useT";
import { enterByPasskey } from "./enterByPasskey";
import { PasskeyButton } from "./PasskeyButton";
import { askPasskey, stopPasskey } from "./passkeyCalls";

/** The challenge of the server ends after ten minutes. */
const renewalMs = 9 * 60_000;

/**
 * The login by a passkey, for a page that can use passkeys: by a button, and among the
 * browser's suggestions.
 */
export function PasskeyLogin() {
  const t = useT();
  useSuggestions();
  return (
    <PasskeyButton
      label={t("auth.login.passkey")}
      path="/auth/passkey-options"
      onAnswer={enterByPasskey}
    />
  );
}

/** Lets the browser suggest passkeys in the e-mail field, as long as the page is open. */
function useSuggestions(): void {
  useEffect(() => {
    const page = { isOpen: true };
    const suggest = async () => {
      if (!(await browserSupportsWebAuthnAutofill()) || !page.isOpen) return;
      const passkey = await askPasskey("/auth/passkey-options", {
        isAutofill: true,
      });
      // Leaving the page ends the question, so no sign-in happens behind another page.
      await enterByPasskey(passkey);
    };
    // The button asks again and says what is wrong.
    const begin = () => void suggest().catch(() => undefined);
    begin();
    const renewal = setInterval(begin, renewalMs);
    return () => {
      page.isOpen = false;
      clearInterval(renewal);
      stopPasskey();
    };
  }, []);
}
